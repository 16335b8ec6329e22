/** The exact engine of Baba Is You in its competition dialect, and solvers that prove, without a server. */
export { AGENTS, champion, shortest } from "./agents.js";
export * from "./engine.js";
export { solve } from "./solve.js";
