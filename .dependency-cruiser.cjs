// Who may import whom: the folders of lib/ in pipeline order. `npm run lint` keeps it.
const pure = "entropy|masks|branching|advantages|losses|metrics|verifiers";
const only = (name, from, allowed) => ({
  name,
  severity: "error",
  from: { path: `^lib/(${from})/` },
  to: { path: "^lib/", pathNot: `^lib/(${allowed})/` },
});
module.exports = {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    only("core-imports-nothing-of-ours", "core", "core"),
    ...pure.split("|").map((f) => only(`${f}-stays-pure`, f, `core|${f}${f === "masks" ? "|entropy" : ""}`)),
    only("engine", "engine", "engine|core"),
    only("policies", "policies", "policies|engine|core"),
    only("tasks", "tasks", "tasks|core|verifiers"),
    only("figures", "figures", "figures|core"),
    only("notebook", "notebook", "notebook|figures|core"),
    {
      name: "nothing-imports-commands-or-notebook",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/(commands|notebook)/|^lib/index.ts$" },
      to: { path: "^lib/(commands|notebook)/" },
    },
    {
      name: "tfjs-only-in-its-engine",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/(engine/tfjs|vendor)/" },
      to: { path: "@tensorflow" },
    },
    {
      name: "plotly-only-in-figures",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/(figures|notebook)/" },
      to: { path: "plotly" },
    },
    {
      name: "danfo-only-in-notebook",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/notebook/" },
      to: { path: "danfojs" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    exclude: "^lib/(vendor|engine/wasm/assembly)/",
  },
};
