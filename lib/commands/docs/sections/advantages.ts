import { entropyShapedAdvantage } from "../../../advantages/entropy-shaped.js";
import { mixedGroups } from "../../../advantages/filter.js";
import { groupAdvantage } from "../../../advantages/group.js";
import { overlongPenalty } from "../../../advantages/overlong.js";
import type { Section } from "../section.js";

function deviation(): Section {
  const rows = [1, 4, 7].map((right) => {
    const rewards = Array.from({ length: 8 }, (_, i) => (i < right ? 1 : 0));
    const [withStd, without] = [groupAdvantage(rewards), groupAdvantage(rewards, { std: false })];
    return [`${right} of 8`, withStd[0], withStd[7], without[0], without[7]];
  });
  return {
    title: "The standard deviation in the advantage",
    readings:
      "GRPO's paper writes `std` without saying which; its releases take the unbiased one, and add 1e-6. Dr.GRPO and GRPO++ leave it out.",
    table: [["right", "right, GRPO", "wrong, GRPO", "right, Dr.GRPO", "wrong, Dr.GRPO"], ...rows],
    changes:
      "With the deviation every mixed prompt has the same sum of squared advantages, n - 1; without it n p (1 - p), so that very easy and very hard prompts weigh less. Against the biased form the unbiased one is smaller by sqrt(1 - 1/n), 0.935 at n = 8.",
  };
}

function kappa(): Section {
  const entropies = [[0.25, 1, 2, 4]];
  const rows = [2, 1].map((k) => {
    const shaped = entropyShapedAdvantage([[-0.5, -0.5, -0.5, -0.5]], entropies, { kappa: k });
    return [k === 2 ? "2 (paper)" : "1 (SIREN's release of it)", ...shaped[0]];
  });
  return {
    title: "The cap of the entropy-shaped advantage",
    readings:
      "The addition is at most |A| / kappa. The paper has kappa = 2; the baseline in SIREN's release has 1. A = -0.5, alpha = 0.4.",
    table: [["kappa", "H = 0.25", "H = 1", "H = 2", "H = 4"], ...rows],
    changes:
      "With kappa 1 a wrong response is not corrected at all at its most uncertain tokens: the advantage reaches 0. Above 1 the sign is kept and half of the size at least.",
  };
}

function filter(): Section {
  const lengths = [14, 18];
  const rollouts = lengths.map((length) => {
    const reward = 1 + overlongPenalty(length, { maxLength: 20, buffer: 8 });
    return { verdict: true, reward };
  });
  const byReward = rollouts.map(({ reward }) => ({ verdict: reward >= 1 - 0.5 }));
  const kept = (group: { verdict: boolean }[]) => mixedGroups([{ rollouts: group }]).length;
  return {
    title: "Filtering groups by verdict or by reward",
    readings:
      "DAPO drops groups whose accuracy is 0 or 1, and adds a length punishment to the reward. Read off the shaped reward, a group in which all are right may look mixed. Two right responses of 14 and 18 tokens, limit 20, buffer 8.",
    table: [
      ["filter on", "rewards", "groups kept"],
      ["verdict", rollouts.map(({ reward }) => reward).join(", "), kept(rollouts)],
      ["shaped reward (above 0.5)", rollouts.map(({ reward }) => reward).join(", "), kept(byReward)],
    ],
    changes:
      "By reward a run keeps training on solved prompts, and only on their length. Buckets (all right, mixed, all wrong) counted on rewards are wrong in the same way.",
  };
}

export const advantageSections: readonly (() => Section)[] = [deviation, kappa, filter];
