"""PyTorch's side of `npm run bench -- engine`: the same model and work in eager mode on one thread.

Reads one JSON job a line ({"job": "train" | "decode" | "decode-nucleus"}), answers one JSON line with CPU and wall seconds.
Arguments: a JSON object with config, batch, prompt, response, micro (sequences of one micro-batch).
"""

import json
import math
import os
import resource
import sys
import time

# Scripts of this folder must not stand in for modules of the same name.
sys.path.pop(0)
for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import torch
import torch.nn.functional as F

torch.set_num_threads(1)
BETA, CLIP = 0.01, 0.2


def wave(i):
    return ((i * 7919 + (i * i % 1009) * 31 + 13) % 2003) / 2003 - 0.5


class Model:
    def __init__(self, c):
        self.c, d, ffn = c, c["d"], 4 * c["d"]
        shapes = [(c["vocab"], d), (c["context"], d)]
        for _ in range(c["layers"]):
            shapes += [(d,), (d, 3 * d), (d, d), (d,), (d, ffn), (ffn, d)]
        shapes += [(d,)]
        self.parameters, at = [], 0
        for shape in shapes:
            values = wave(torch.arange(at, at + math.prod(shape), dtype=torch.int64).double()).float()
            values = torch.ones(shape) if len(shape) == 1 else 0.07 * values.reshape(shape)
            self.parameters.append(values.clone().requires_grad_())
            at += math.prod(shape)
        self.embedding, self.positions, self.norm = self.parameters[0], self.parameters[1], self.parameters[-1]
        self.layers = [self.parameters[2 + 6 * l : 8 + 6 * l] for l in range(c["layers"])]
        self.optimizer = torch.optim.AdamW(
            self.parameters, lr=1e-4, betas=(0.9, 0.95), eps=1e-8, weight_decay=0.01, fused=True
        )

    def rms(self, x, gain):
        return F.rms_norm(x, (self.c["d"],), gain, 1e-5)

    def heads(self, qkv):
        b, t, h = qkv.shape[0], qkv.shape[1], self.c["heads"]
        return qkv.view(b, t, 3, h, -1).permute(2, 0, 3, 1, 4)

    def hidden(self, tokens, cache=None, at=0):
        b, t = tokens.shape
        x = F.embedding(tokens, self.embedding) + self.positions[at : at + t]
        for l, (norm1, qkv, out, norm2, up, down) in enumerate(self.layers):
            q, k, v = self.heads(self.rms(x, norm1) @ qkv)
            if cache is not None:
                cache[l][0][:, :, at : at + t], cache[l][1][:, :, at : at + t] = k, v
                k, v = cache[l][0][:, :, : at + t], cache[l][1][:, :, : at + t]
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=t > 1)
            x = x + mixed.transpose(1, 2).reshape(b, t, -1) @ out
            x = x + torch.relu(self.rms(x, norm2) @ up) @ down
        return self.rms(x, self.norm)


def nucleus_entropy(logp, p, mass=0.8):
    """Entropy of the renormalised smallest top set that reaches the mass, by sorting."""
    p, order = p.sort(-1, descending=True)
    inside = p * (p.cumsum(-1) - p < mass)
    total = inside.sum(-1)
    return total.log() - (inside * logp.gather(-1, order)).sum(-1) / total


class Work:
    def __init__(self, a):
        self.a, c = a, a["config"]
        self.model = Model(c)
        n, length = a["batch"], a["prompt"] + a["response"]
        i = torch.arange(n * length).double()
        self.tokens = ((wave(i) + 0.5) * c["vocab"]).long().reshape(n, length)
        self.advantages = 2 * wave(7 * torch.arange(n).double()).float()[:, None]
        self.old = -math.log(c["vocab"])

    def train(self):
        a, total = self.a, 0.0
        for tokens, advantages in zip(self.tokens.split(a["micro"]), self.advantages.split(a["micro"])):
            hidden = self.model.hidden(tokens[:, :-1])[:, a["prompt"] - 1 :]
            logp = torch.log_softmax(hidden @ self.model.embedding.T, -1)
            chosen = logp.gather(-1, tokens[:, a["prompt"] :, None])[..., 0]
            entropy = -(logp.exp() * logp).sum(-1)
            ratio = (chosen - self.old).exp()
            surrogate = torch.minimum(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages)
            loss = -(surrogate + BETA * entropy).sum() / (a["batch"] * a["response"])
            loss.backward()
            total += loss.item()
        torch.nn.utils.clip_grad_norm_(self.model.parameters, 1.0)
        self.model.optimizer.step()
        self.model.optimizer.zero_grad(set_to_none=False)
        return total

    @torch.inference_mode()
    def decode(self, nucleus=False):
        a, c = self.a, self.a["config"]
        n, length = a["batch"], a["prompt"] + a["response"]
        shape = (n, c["heads"], length, c["d"] // c["heads"])
        cache = [(torch.empty(shape), torch.empty(shape)) for _ in range(c["layers"])]
        tokens, at, total = self.tokens[:, : a["prompt"]], 0, 0.0
        for _ in range(a["response"]):
            logp = torch.log_softmax(self.model.hidden(tokens, cache, at)[:, -1] @ self.model.embedding.T, -1)
            at += tokens.shape[1]
            p = logp.exp()
            tokens = torch.multinomial(p, 1)
            chosen, entropy = logp.gather(-1, tokens), -(p * logp).sum(-1)
            if nucleus:
                entropy = entropy + nucleus_entropy(logp, p)
            total += (chosen.sum() + 0 * entropy.sum()).item()
        return total / (n * a["response"])


def main():
    work = Work(json.loads(sys.argv[1]))
    jobs = {"train": work.train, "decode": work.decode, "decode-nucleus": lambda: work.decode(True)}
    print(json.dumps({"ready": f"PyTorch {torch.__version__} eager, 1 thread"}), flush=True)
    for line in sys.stdin:
        job = json.loads(line)["job"]
        before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        value = jobs[job]()
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(json.dumps({"cpu": cpu, "wall": wall, "value": value, "rss": after.ru_maxrss / 1024}), flush=True)


main()
