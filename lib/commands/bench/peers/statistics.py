"""PyTorch's side of `npm run bench -- statistics`: entropy by log-sum-exp, nucleus entropy by sorting, one thread.

Reads one JSON job a line ({"job": "typical entropy"}), answers one JSON line with CPU and wall seconds.
Arguments: a JSON object with rows, vocab, p, vocabularies.
"""

import json
import os
import resource
import sys
import time

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import torch

torch.set_num_threads(1)
MASK = 0xFFFFFFFF


def hashed(i):
    h = ((i ^ (i >> 16)) * 0x45D9F3B) & MASK
    h = ((h ^ (h >> 16)) * 0x45D9F3B) & MASK
    return h ^ (h >> 16)


def bench_logits(kind, rows, vocab):
    i = torch.arange(rows * vocab, dtype=torch.int64)
    a, b = hashed(i), hashed(i ^ 0x5BD1E995)
    total = (a >> 16) + (a & 0xFFFF) + (b >> 16) + (b & 0xFFFF)
    logits = ((0.5 if kind == "flat" else 2.0) * ((total - 131070).double() / 37837)).float().reshape(rows, vocab)
    if kind == "typical":
        for row in range(rows):
            for j in range(40):
                logits[row, (row * 911 + j * 3571) % vocab] += 16 - 0.4 * j
    return logits


def entropy(z):
    return (torch.logsumexp(z, -1) - (torch.softmax(z, -1) * z).sum(-1)).mean()


def nucleus(z, p):
    q = torch.softmax(z, -1).sort(-1, descending=True).values
    q = torch.where(q.cumsum(-1) - q < p, q, 0)
    q = q / q.sum(-1, keepdim=True)
    return -torch.xlogy(q, q).sum(-1).mean()


def statistics(z, p, tokens):
    entropy(z), nucleus(z, p)
    own = z.gather(-1, tokens[:, None])
    (z > own).sum(-1)
    return (own[:, 0] - torch.logsumexp(z, -1)).mean()


def main():
    a = json.loads(sys.argv[1])
    jobs = {}
    tokens = torch.arange(a["rows"]) * 911 % a["vocab"]
    for kind in ("typical", "flat"):
        z = bench_logits(kind, a["rows"], a["vocab"])
        jobs[f"{kind} reading"] = lambda z=z: z.sum()
        jobs[f"{kind} entropy"] = lambda z=z: entropy(z)
        jobs[f"{kind} nucleus"] = lambda z=z: nucleus(z, a["p"])
        jobs[f"{kind} statistics"] = lambda z=z: statistics(z, a["p"], tokens)
        if kind == "typical":
            for vocab in a["vocabularies"]:
                cut = z.flatten()[: z.numel() // vocab * vocab].view(-1, vocab)
                jobs[f"{vocab} entropy"] = lambda cut=cut: entropy(cut)
                jobs[f"{vocab} nucleus"] = lambda cut=cut: nucleus(cut, a["p"])
    print(json.dumps({"ready": f"PyTorch {torch.__version__}, 1 thread"}), flush=True)
    for line in sys.stdin:
        job = json.loads(line)["job"]
        before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        value = jobs[job]().item()
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(json.dumps({"cpu": cpu, "wall": wall, "value": value, "rss": after.ru_maxrss / 1024}), flush=True)


with torch.inference_mode():
    main()
