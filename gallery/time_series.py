"""Two long series, and a summary graph of four."""

import numpy as np

import vcei

rng = np.random.default_rng(6)
wind, demand, price, noise = rng.laplace(size=(4, 400))
for t in range(2, 400):
    wind[t] += 0.6 * wind[t - 1]
    price[t] = 0.3 * price[t - 1] - 2 * np.tanh(wind[t - 1]) + 0.5 * demand[t - 2] + 0.3 * price[t]

verdict = vcei.identify_pair(vcei.series(wind, price, names=("wind", "price")))
print(verdict, "\n")
assert verdict.cause == "wind"

graph = vcei.summary_graph({"wind": wind, "demand": demand, "price": price, "noise": noise})
print(graph)
assert {(drive.cause, drive.effect) for drive in graph.arrows} >= {("wind", "price")}
