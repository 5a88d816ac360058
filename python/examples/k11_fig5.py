"""K11 Fig. 5: one stone, one start, three approximants of the same friction.

Cells are marked by `# %%`, which many editors can run one by one. Needs matplotlib.

    python3 k11_fig5.py [PICTURE]      (k11_fig5.png)
"""

# %% Run the scene with each law
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import rattleback as rb

LAWS = {"k11-p1": "Padé, first order", "k11-p2": "Padé, second order", "k11-tanh": "tanh"}
runs = {law: rb.run("k11-fig5", law=law, until=10, every=0.005) for law in LAWS}

# %% The spin: when does it reverse, and how large is the spin after that?
figure, (spin, patch) = plt.subplots(1, 2, figsize=(11, 4), constrained_layout=True)
for law, name in LAWS.items():
    outcomes = runs[law].outcomes
    print(
        f"{law:9} reverses at {outcomes['first_reversal_time']:.4f} s, "
        f"then reaches {outcomes['extreme_after_reversal']:+.3f} rad/s"
    )
    spin.plot(runs[law]["t"], runs[law]["omega3"], label=name)
spin.axhline(0, color="gray", linewidth=0.8)
spin.set(xlabel="t, s", ylabel="spin ω₃, rad/s", title="K11 Fig. 5")
spin.legend()

# %% Why they differ: the laws on the quarter circle from pure drilling to pure sliding
angle = np.linspace(0, np.pi / 2, 200)
u = np.stack([np.sin(angle), np.zeros_like(angle)], axis=-1)
for law, name in {"exact-circle": "exact", **LAWS}.items():
    T, _, M = rb.law(law, u, np.cos(angle))
    patch.plot(T, M, label=name)
patch.set(xlabel="force / μN", ylabel="drilling torque / μNa", title="Limit curve of each law")
patch.legend()
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "k11_fig5.png", dpi=120)
