// node's environment is not the program's by itself.
Module["preRun"] = function () { ENV["RATTLEBACK_DATA"] = process.env["RATTLEBACK_DATA"]; };
