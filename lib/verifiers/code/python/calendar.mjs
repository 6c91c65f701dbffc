/** Time zone UTC; a millisecond passes at every look at the clock. */
export function timeCalls(machine) {
  const field = (at, i) => machine.view().getInt32(at + i * 4, true);
  const write = (at, seconds) => {
    const date = new Date(seconds * 1000);
    const year = date.getUTCFullYear();
    const fields = [
      date.getUTCSeconds(),
      date.getUTCMinutes(),
      date.getUTCHours(),
      date.getUTCDate(),
      date.getUTCMonth(),
    ];
    fields.push(year - 1900, date.getUTCDay(), Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / 86_400_000), 0, 0);
    for (const [i, value] of fields.entries()) machine.view().setInt32(at + i * 4, value, true);
  };
  const read = (at) => {
    const parts = [field(at, 5) + 1900, field(at, 4), field(at, 3), field(at, 2), field(at, 1), field(at, 0)];
    const seconds = Date.UTC(...parts) / 1000;
    if (Number.isNaN(seconds)) return -1n;
    write(at, seconds);
    return BigInt(seconds);
  };
  return {
    clock_time_get(_clock, _precision, at) {
      machine.view().setBigUint64(at, BigInt(machine.tick()) * 1_000_000n, true);
      return 0;
    },
    clock_res_get(_clock, at) {
      machine.view().setBigUint64(at, 1_000_000n, true);
      return 0;
    },
    emscripten_get_now: () => machine.tick(),
    emscripten_date_now: () => machine.tick(),
    _gmtime_js: (seconds, at) => write(at, Number(seconds)),
    _localtime_js: (seconds, at) => write(at, Number(seconds)),
    _mktime_js: read,
    _timegm_js: read,
    _tzset_js(zone, daylight, standard, summer) {
      machine.view().setUint32(zone, 0, true);
      machine.view().setInt32(daylight, 0, true);
      for (const at of [standard, summer]) machine.bytes(at, 4).set([85, 84, 67, 0]);
    },
  };
}
