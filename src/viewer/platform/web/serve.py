#!/usr/bin/env python3
"""Serves a folder of static files on the local machine, like any static host.

    serve.py FOLDER [PORT] [PREFIX]

A file with a .br file beside it is sent compressed to browsers that accept brotli.
"""
import functools
import http.server
import pathlib
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map,
                      ".js": "text/javascript", ".wasm": "application/wasm", ".data": "application/octet-stream"}
    prefix = "/"

    def translate_path(self, path):
        if not path.startswith(self.prefix):
            return str(pathlib.Path(self.directory) / "no such file")
        return super().translate_path("/" + path[len(self.prefix):])

    def send_head(self):
        packed = self.translate_path(self.path.split("?")[0] or "/")
        if pathlib.Path(packed).is_dir():
            packed += "/index.html"
        whole = pathlib.Path(packed)
        packed = pathlib.Path(packed + ".br")
        if not (packed.is_file() and whole.is_file() and "br" in self.headers.get("Accept-Encoding", "")):
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(whole)))
        self.send_header("Content-Encoding", "br")
        self.send_header("Content-Length", str(packed.stat().st_size))
        self.end_headers()
        return packed.open("rb")

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, form, *values):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A browser that closes a connection early is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def server(folder, port=0, prefix="/"):
    """A server that is not running yet; its address is in .server_address."""
    handler = type("Handler", (Handler,), {"prefix": prefix})
    return Server(("127.0.0.1", port), functools.partial(handler, directory=str(folder)))


if __name__ == "__main__":
    where = server(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8000, sys.argv[3] if len(sys.argv) > 3 else "/")
    print(f"http://127.0.0.1:{where.server_address[1]}{sys.argv[3] if len(sys.argv) > 3 else '/'}", flush=True)
    try:
        where.serve_forever()
    except KeyboardInterrupt:
        pass
