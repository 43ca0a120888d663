/** Facts as the events of SPEC §7: a pure table, so that what leaves the page can be read in one place (DECISIONS C2). */
import type { AnalyticsEvent, AnalyticsProperties } from '../../../contract/analytics.ts'
import { networkIdOf } from '../../../contract/caip.ts'
import type { Transport } from '../../../contract/connection.ts'
import { type ErrorCode, errorTable } from '../../../contract/errors/table.ts'
import type { FactMap, FactType } from '../../../contract/facts.ts'
import { defaultSocials } from '../../../contract/limits.ts'

/** An event and its properties, not yet held against the contract's closed lists. */
export type Tracked = {
  readonly [E in AnalyticsEvent]: { readonly event: E; readonly properties: AnalyticsProperties<E> }
}[AnalyticsEvent]

/** What the visitor looks at the page with. */
interface PageKind {
  readonly isPhone: boolean
}

type Translations = {
  readonly [T in FactType]?: (fact: FactMap[T], page: PageKind) => Tracked | undefined
}

const translations: Translations = {
  opened: ({ connected, view }) => ({ event: 'MODAL_OPEN', properties: { connected, view } }),
  closed: ({ connected }) => ({ event: 'MODAL_CLOSE', properties: { connected } }),
  connected: ({ namespace, address, walletId, transport, reconnected }, { isPhone }) => ({
    event: 'CONNECT_SUCCESS',
    properties: {
      method: methodOf(transport, walletId, isPhone),
      namespace: namespace as AnalyticsProperties<'CONNECT_SUCCESS'>['namespace'],
      caipNetworkId: networkIdOf(address),
      wallet: walletId.slice(walletId.indexOf(':') + 1),
      reconnect: reconnected,
    },
  }),
  socialLoggedIn: ({ provider }) => ({ event: 'SOCIAL_LOGIN_SUCCESS', properties: { provider } }),
  disconnected: ({ namespace, by }) => ({
    event: 'DISCONNECT_SUCCESS',
    properties: { namespace: namespace as AnalyticsProperties<'CONNECT_SUCCESS'>['namespace'], by },
  }),
  transactionsFailed: ({ caipNetworkId, code }) => ({
    event: 'ERROR_FETCH_TRANSACTIONS',
    properties: { caipNetworkId, code },
  }),
  sent: ({ namespace, caipNetworkId, kind }) => ({
    event: 'SEND_SUCCESS',
    properties: {
      namespace: namespace as AnalyticsProperties<'SEND_SUCCESS'>['namespace'],
      caipNetworkId,
      kind,
    },
  }),
  signedIn: ({ caipNetworkId }) => ({ event: 'SIWX_AUTH_SUCCESS', properties: { caipNetworkId } }),
  signInFailed: ({ caipNetworkId, code }) => ({
    event: 'SIWX_AUTH_ERROR',
    properties: { caipNetworkId, code },
  }),
  signInCancelled: ({ caipNetworkId }) => ({ event: 'CLICK_CANCEL_SIWX', properties: { caipNetworkId } }),
  connectFailed: ({ code }) => ourFault(code),
  alert: ({ code }) => ourFault(code),
}

/** The facts that are sent as events. */
export const trackedFacts = Object.keys(translations) as readonly FactType[]

/** The analytics event of a fact; undefined for a private fact. */
export function toAnalytics<T extends FactType>(
  type: T,
  fact: FactMap[T],
  page: PageKind,
): Tracked | undefined {
  return translations[type]?.(fact, page)
}

function ourFault(code: ErrorCode): Tracked | undefined {
  return errorTable[code].kind === 'bug' ? { event: 'INTERNAL_SDK_ERROR', properties: { code } } : undefined
}

function methodOf(
  transport: Transport,
  walletId: string,
  isPhone: boolean,
): AnalyticsProperties<'CONNECT_SUCCESS'>['method'] {
  switch (transport) {
    case 'injected':
      return 'browser'
    case 'embedded':
      if (walletId === 'embedded:passkey') return 'passkey'
      return defaultSocials.some(social => walletId === `embedded:${social}`) ? 'social' : 'email'
    // A phone opens its wallets by a link; elsewhere a code is scanned.
    case 'pairing':
      return isPhone ? 'mobile' : 'qrcode'
  }
}
