import type { AppContext } from './appTypes.ts'
import type { Project } from './project.ts'

export interface GateRules {
  /**
   * `project`: its pages, and whoever names no page (a backend, an `<img>`). `pages`: its pages alone. `anyone`: for the
   * one call that a page outside the project's list may read, the list itself. `wallet`: the wallet's own origin and
   * nobody else, not even the project's pages.
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
   * Lets a request in and marks its answer readable for the page that sent it; so are the refusals, which tell a page
   * no more than that it stands outside.
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
