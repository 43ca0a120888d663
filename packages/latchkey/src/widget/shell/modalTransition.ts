/** Where the visitor is in the widget, as a pure reducer with every navigation rule of SPEC §2 but the opening ones. */
import type { AccountTab } from '../../contract/account.ts'
import type { ChainNamespace } from '../../contract/caip.ts'
import { limits } from '../../contract/limits.ts'
import type { ViewName } from '../../contract/views.ts'

/** One step of the history. */
export interface Entry {
  /** Distinguishes two visits of one view. */
  readonly key: number
  readonly view: ViewName
  readonly data: unknown
  /** When it was pushed; undefined for the view the widget opened on. */
  readonly pushedAt: number | undefined
}

/** SPEC §3 "Modal state". */
export interface ModalState {
  readonly open: boolean
  /** Stands in the page without an overlay (SPEC §2 "embedded mode"). */
  readonly inline: boolean
  readonly entry: Entry
  /** What going back leads to, oldest first. */
  readonly behind: readonly Entry[]
  /** Only wallets of this namespace are shown. */
  readonly namespace: ChainNamespace | undefined
  /** Of Account; it stays while the widget is open (SPEC-NOTES §3). */
  readonly tab: AccountTab
  readonly loading: Readonly<Record<string, boolean>>
  /** Entries made so far; the next one's key. */
  readonly made: number
  /** Counts refusals: each shakes the card for 500 ms. */
  readonly shakes: number
}

interface Leaving {
  /** The active namespace has an address. */
  readonly connected: boolean
  /** The widget may be closed from the view that is shown. */
  readonly closable: boolean
  /** The view that is shown cannot be gone back from either. */
  readonly firm: boolean
}

interface Target {
  readonly view: ViewName
  readonly data?: unknown
}

export type ModalEvent =
  | ({ readonly type: 'opened'; readonly namespace?: ChainNamespace | undefined } & Target)
  | ({ readonly type: 'pushed'; readonly at: number } & Target)
  | ({ readonly type: 'replaced' } & Target)
  | ({ readonly type: 'reset' } & Target)
  | ({ readonly type: 'back' } & Leaving)
  | ({
      readonly type: 'close' /** A connect is pending in the view shown. */
      readonly connecting: boolean
    } & Leaving)
  | ({ readonly type: 'finished' } & Pick<Leaving, 'connected'>)
  | ({ readonly type: 'mounted' } & Target)
  | { readonly type: 'passed'; readonly view: ViewName }
  /** The view is what going back leads to from now on. */
  | ({ readonly type: 'slipped' } & Target)
  /** The view that is shown is about something else from now on; it stays as it is drawn. */
  | ({ readonly type: 'amended' } & Target)
  | { readonly type: 'tabbed'; readonly tab: AccountTab }
  | { readonly type: 'loading'; readonly namespace: ChainNamespace; readonly loading: boolean }

export const closedModal: ModalState = {
  open: false,
  inline: false,
  entry: { key: 0, view: 'Connect', data: undefined, pushedAt: undefined },
  behind: [],
  namespace: undefined,
  tab: 'tokens',
  loading: {},
  made: 1,
  shakes: 0,
}

export function modalTransition(state: ModalState, event: ModalEvent): ModalState {
  switch (event.type) {
    case 'opened':
      return { ...begin(state, event), open: true, namespace: event.namespace }
    case 'pushed':
      return push(state, event)
    case 'replaced':
      return show(state, next(state, event, state.entry.pushedAt), state.behind)
    case 'reset':
      return restart(state, event)
    case 'back':
      return back(state, event)
    case 'close':
      return close(state, event)
    case 'finished':
      return finish(state, event.connected)
    case 'mounted':
      return { ...restart(state, event), inline: true, open: true }
    case 'passed':
      return pass(state, event.view)
    case 'slipped':
      return slip(state, event)
    case 'amended':
      return state.entry.view === event.view
        ? { ...state, entry: { ...state.entry, data: event.data } }
        : state
    case 'tabbed':
      return state.tab === event.tab ? state : { ...state, tab: event.tab }
    case 'loading':
      return (state.loading[event.namespace] ?? false) === event.loading
        ? state
        : { ...state, loading: { ...state.loading, [event.namespace]: event.loading } }
  }
}

function next(state: ModalState, { view, data }: Target, pushedAt?: number): Entry {
  return { key: state.made, view, data, pushedAt }
}

/** Shows an entry just made. */
function show(state: ModalState, entry: Entry, behind: readonly Entry[]): ModalState {
  return { ...state, entry, behind, made: state.made + 1 }
}

function home(connected: boolean): Target {
  return { view: connected ? 'Account' : 'Connect' }
}

function restart(state: ModalState, target: Target): ModalState {
  return show(state, next(state, target), [])
}

// A view already drawn in the closed widget opens unchanged.
function begin(state: ModalState, target: Target): ModalState {
  const isDrawn = state.entry.view === target.view && state.entry.data === target.data
  return !state.open && isDrawn ? state : restart(state, target)
}

// Two pushes within 100 ms are one intention, the second (SPEC §9 "Modal history timeout").
function push(state: ModalState, event: Extract<ModalEvent, { type: 'pushed' }>): ModalState {
  const { pushedAt } = state.entry
  // Either way: a clock that was set back is not what the visitor meant.
  const soon = pushedAt !== undefined && Math.abs(event.at - pushedAt) < limits.historyTimeout
  return show(state, next(state, event, event.at), soon ? state.behind : [...state.behind, state.entry])
}

function back(state: ModalState, event: Extract<ModalEvent, { type: 'back' }>): ModalState {
  const before = state.behind.at(-1)
  if (!before || event.firm) return close(state, { ...event, type: 'close', connecting: false })
  const behind = state.behind.slice(0, -1)
  const adding = (before.data as { readonly add?: boolean } | undefined)?.add === true
  if (before.view !== 'Connect' || !event.connected || adding) return { ...state, entry: before, behind }
  // What lies behind the wallet list of a connected visitor is the account, once.
  const account = behind.findIndex(entry => entry.view === 'Account')
  if (account >= 0) return { ...state, entry: behind[account] as Entry, behind: behind.slice(0, account) }
  return show(state, next(state, home(true)), behind)
}

function close(state: ModalState, event: Extract<ModalEvent, { type: 'close' }>): ModalState {
  if (!event.closable) return refuse(state)
  if (!state.inline) {
    const { tab, namespace, loading } = closedModal
    return { ...restart(state, home(false)), open: false, tab, namespace, loading }
  }
  // Inline the widget cannot close: a pending connect ends in the view where it began.
  if (event.connecting && state.behind.length > 0)
    return { ...back(state, { ...event, type: 'back' }), loading: {} }
  return { ...restart(state, home(event.connected)), namespace: undefined, loading: {} }
}

// What the visitor came for is done: back to the account, the wallets or the payment it was begun from, else the page has the word.
const homes: readonly ViewName[] = ['Account', 'ProfileWallets', 'Pay']
function finish(state: ModalState, connected: boolean): ModalState {
  const account = state.behind.findLastIndex(({ view }) => homes.includes(view))
  const entry = state.behind[account]
  if (entry && connected) return { ...state, entry, behind: state.behind.slice(0, account) }
  return close(state, { type: 'close', connected, closable: true, firm: false, connecting: false })
}

function refuse(state: ModalState): ModalState {
  return { ...state, shakes: state.shakes + 1 }
}

function slip(state: ModalState, target: Target): ModalState {
  if (state.behind.some(entry => entry.view === target.view)) return state
  return { ...state, behind: [...state.behind, next(state, target)], made: state.made + 1 }
}

// A view whose reason has passed leaves the history; when it was all there was, the caller closes.
function pass(state: ModalState, view: ViewName): ModalState {
  const behind = state.behind.filter(entry => entry.view !== view)
  if (state.entry.view !== view) return behind.length === state.behind.length ? state : { ...state, behind }
  const before = behind.at(-1)
  return before ? { ...state, entry: before, behind: behind.slice(0, -1) } : state
}
