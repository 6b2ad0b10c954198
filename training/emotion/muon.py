"""Muon: momentum with orthogonalized steps for each weight matrix.

K. Jordan and others, "Muon: An optimizer for hidden layers in neural networks" (2024); the use for convolutions, with
weights of fixed length, follows K. Jordan, "94% on CIFAR-10 in 3.29 seconds on a single GPU" (2024, arXiv 2404.00498)
and the later record with Muon.
"""

import torch

# The quintic that brings all singular values near 1 in five steps (Jordan and others, 2024).
QUINTIC = (3.4445, -4.7750, 2.0315)
ITERATIONS = 5


def orthogonalised(matrix: torch.Tensor) -> torch.Tensor:
    """[R, C] → the same directions with singular values near 1, by the Newton-Schulz iteration."""
    a, b, c = QUINTIC
    x = matrix.bfloat16()
    x = x / (x.norm() + 1e-7)
    wide = x if x.shape[0] <= x.shape[1] else x.T
    for _ in range(ITERATIONS):
        product = wide @ wide.T
        wide = a * wide + (b * product + c * product @ product) @ wide
    return (wide if x.shape[0] <= x.shape[1] else wide.T).float()


class Muon(torch.optim.Optimizer):
    """Updates convolutions [O, I, H, W] as matrices [O, I·H·W].

    Every convolution is followed by a batch normalization, so the length of its weights is irrelevant: before each
    step it is reset to √min(O, I·H·W), the length of an orthogonal matrix of that shape. `lr` is the fraction of that
    length that one step moves.
    """

    def __init__(self, parameters, lr: float, momentum: float = 0.9):
        super().__init__(parameters, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure=None) -> None:
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is None:
                    continue
                gradient = weight.grad.reshape(weight.shape[0], -1)
                state = self.state[weight]
                if "momentum" not in state:
                    state["momentum"] = torch.zeros_like(gradient)
                momentum = state["momentum"].mul_(group["momentum"]).add_(gradient)
                ahead = gradient.add(momentum, alpha=group["momentum"])  # Nesterov's look ahead
                length = min(gradient.shape) ** 0.5
                matrix = weight.reshape(gradient.shape) * (length / weight.norm())
                matrix = matrix - group["lr"] * orthogonalised(ahead)
                weight.copy_(matrix.reshape(weight.shape))
