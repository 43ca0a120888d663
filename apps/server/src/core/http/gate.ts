import type { AppContext } from './appTypes.ts'
import type { Project } from './project.ts'

export interface GateRules {
  /**
   * The callers that a route admits. `project`: the project's pages, and callers without a page (a backend, an
   * `<img>`). `pages`: the project's pages alone. `anyone`: for the one call that a page outside the project's list may
   * read, the list itself. `wallet`: the wallet's own origin alone, not even the project's pages.
   */
  readonly audience?: 'project' | 'pages' | 'anyone' | 'wallet'
  /** The wallet's own origin as well: what its page needs of what pages may ask for. */
  readonly isForWallet?: boolean
  /** For what a page shows in an `<img>`, which names no page: counted apart, at the pages' rate. */
  readonly isEmbedded?: boolean
}

/** Who may call: a known project, from one of its pages or from no page at all, within its rate (SPEC §7, §8). */
export interface Gate {
  /**
   * Admits a request and makes its answer readable for the requesting page. Refusals are readable too; they reveal only
   * that the page is not listed.
   * @throws RouteFault APKT008, APKT007, APKT002 or APKT010.
   */
  admit(c: AppContext, rules?: GateRules): Promise<Project>
  /**
   * Counts further work of an admitted request; all of it as no more than a client may ever have at once, or it could not be
   * let in however long its sender waits. @throws RouteFault APKT010.
   */
  charge(c: AppContext, project: Project, cost: number, rules?: GateRules): Promise<void>
  /**
   * Answers a browser's question whether it may send the request. A page outside the list may send it, too: it is
   * refused then, in words that it can read (SPEC §7 "An analytics 403"). @throws RouteFault APKT008, APKT007, APKT010.
   */
  preflight(c: AppContext, rules?: GateRules): Promise<Response>
}
