/** Says what is done, how far it is and about how long it still takes; `fraction()` is the share done so far. */
export async function withProgress(label, { seconds, fraction }, job) {
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  console.error(`setup: ${label}, about ${Math.round(seconds)} s`);
  const timer = setInterval(() => console.error(`setup: ${line(label, elapsed(), seconds, fraction?.())}`), 5000);
  try {
    const result = await job();
    console.error(`setup: ${label}: ${result?.code ? "failed after" : "done in"} ${elapsed().toFixed(1)} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

function line(label, elapsed, expected, fraction) {
  if (fraction === undefined) {
    const left = Math.max(0, Math.round(expected - elapsed));
    return `${label}: ${Math.round(elapsed)} s so far, ${left ? `about ${left} s left` : "longer than usual"}`;
  }
  const left = fraction > 0.02 ? (elapsed * (1 - fraction)) / fraction : expected;
  // The share is of files in place: what comes after the last one takes a moment too.
  return `${label}: ${Math.min(99, Math.round(100 * fraction))} %, about ${Math.max(1, Math.round(left))} s left`;
}
