// danfojs-node loads this at import; the calls fail in words only if somebody uses them.
const unsupported = () => {
  throw new Error("xlsx: spreadsheet files are not supported in rlvr-lab; convert the file to CSV or JSON");
};
module.exports = { read: unsupported, readFile: unsupported, writeFile: unsupported, utils: {} };
