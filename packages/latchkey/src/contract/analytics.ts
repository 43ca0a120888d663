/**
 * Analytics: off unless the host turns them on, and then closed lists, numbers and short words only (SPEC §7 "Analytics
 * events", SPEC-NOTES §7). The schemas have no field that could carry a person: neither address, email, full URL nor
 * free text (T110).
 */
import * as v from 'valibot'
import { isCaipNetworkId } from './caip.ts'
import { type ErrorCode, errorTable } from './errors/table.ts'
import { defaultSocials } from './limits.ts'
import { knownNamespaces } from './namespaces.ts'
import { isOrigin } from './origins.ts'
import { projectErrors, projectQuery, route } from './route.ts'
import { viewNames } from './views.ts'

/**
 * GET /getAnalyticsConfig (SPEC §7): returns whether the project wants events. The widget sends none when it does not.
 */
export const getAnalyticsConfig = route({
  method: 'GET',
  path: '/getAnalyticsConfig',
  query: v.strictObject(projectQuery),
  response: v.object({ isAnalyticsEnabled: v.boolean() }),
  errors: projectErrors,
})

/**
 * A wallet's directory id or rdns: at most five short words joined by dots or hyphens. Every kind of address is longer
 * than a word may be, and an email needs a sign that is not allowed.
 */
const walletWord = v.pipe(
  v.string(),
  v.maxLength(64),
  v.regex(/^[a-z][a-z0-9]{0,19}(?:[.-][a-z0-9]{1,20}){0,4}$/),
  v.check(word => !/[0-9a-f]{16}/.test(word), 'expected a word, not a number'),
)
const namespace = v.picklist(knownNamespaces)
/** A known namespace's network; chains of eip155 are numbers. */
const caipNetworkId = v.pipe(
  v.string(),
  v.maxLength(42),
  v.check(
    id =>
      isCaipNetworkId(id) &&
      knownNamespaces.some(known => id.startsWith(`${known}:`)) &&
      !/:0x/i.test(id) &&
      (!id.startsWith('eip155:') || /^eip155:\d{1,18}$/.test(id)),
    'expected a CAIP-2 id',
  ),
)
const errorCode = v.picklist(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]])
const view = v.optional(v.picklist(viewNames))

/**
 * How the visitor reached the wallet: the platforms of ConnectingWalletConnect, and the login methods of the embedded
 * wallet.
 */
export const analyticsMethods = [
  'browser',
  'mobile',
  'desktop',
  'web',
  'qrcode',
  'email',
  'social',
  'passkey',
] as const

const signIn = { caipNetworkId, isSmartAccount: v.optional(v.boolean()) } as const

/** The properties of each event of SPEC §7. Other properties are refused. */
export const analyticsProperties = {
  INITIALIZE: v.strictObject({ namespaces: v.optional(v.pipe(v.array(namespace), v.maxLength(7))) }),
  MODAL_OPEN: v.strictObject({ connected: v.boolean(), view }),
  MODAL_CLOSE: v.strictObject({ connected: v.boolean(), view }),
  CONNECT_SUCCESS: v.strictObject({
    method: v.picklist(analyticsMethods),
    namespace,
    caipNetworkId: v.optional(caipNetworkId),
    wallet: v.optional(walletWord),
    reconnect: v.optional(v.boolean()),
    view,
  }),
  DISCONNECT_SUCCESS: v.strictObject({
    namespace: v.optional(namespace),
    by: v.optional(v.picklist(['app', 'wallet'])),
  }),
  SOCIAL_LOGIN_SUCCESS: v.strictObject({ provider: v.picklist(defaultSocials) }),
  SEND_SUCCESS: v.strictObject({ namespace, caipNetworkId, kind: v.picklist(['native', 'token']) }),
  SIWX_AUTH_SUCCESS: v.strictObject(signIn),
  SIWX_AUTH_ERROR: v.strictObject({ ...signIn, code: v.optional(errorCode) }),
  CLICK_CANCEL_SIWX: v.strictObject(signIn),
  ERROR_FETCH_TRANSACTIONS: v.strictObject({ caipNetworkId, code: v.optional(errorCode) }),
  INTERNAL_SDK_ERROR: v.strictObject({ code: errorCode }),
} as const

/** The name of an analytics event (SPEC §7 "Analytics events"). */
export type AnalyticsEvent = keyof typeof analyticsProperties
/** The properties of one analytics event. */
export type AnalyticsProperties<E extends AnalyticsEvent> = v.InferOutput<(typeof analyticsProperties)[E]>

/** The names of all analytics events (SPEC §7 "Analytics events"). */
export const analyticsEvents = Object.keys(analyticsProperties) as AnalyticsEvent[]

const track = <E extends AnalyticsEvent>(event: E) =>
  v.strictObject({
    type: v.literal('track'),
    event: v.literal(event),
    properties: analyticsProperties[event],
  })

/** One event. `url` is the page's origin, `domain` its host name, `timestamp` milliseconds since 1970. */
export const analyticsEventSchema = v.pipe(
  v.strictObject({
    eventId: v.pipe(v.string(), v.maxLength(36), v.uuid()),
    url: v.pipe(
      v.string(),
      v.maxLength(300),
      v.check(url => isOrigin(url), 'expected an origin'),
    ),
    domain: v.pipe(v.string(), v.maxLength(253)),
    timestamp: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    props: v.variant('event', [
      track('INITIALIZE'),
      track('MODAL_OPEN'),
      track('MODAL_CLOSE'),
      track('CONNECT_SUCCESS'),
      track('DISCONNECT_SUCCESS'),
      track('SOCIAL_LOGIN_SUCCESS'),
      track('SEND_SUCCESS'),
      track('SIWX_AUTH_SUCCESS'),
      track('SIWX_AUTH_ERROR'),
      track('CLICK_CANCEL_SIWX'),
      track('ERROR_FETCH_TRANSACTIONS'),
      track('INTERNAL_SDK_ERROR'),
    ]),
  }),
  v.forward(
    v.partialCheck(
      [['url'], ['domain']],
      ({ url, domain }) => !isOrigin(url) || new URL(url).hostname === domain,
      'expected the host name of url',
    ),
    ['domain'],
  ),
)

/** An event as it goes on the wire. */
export type AnalyticsEventBody = v.InferOutput<typeof analyticsEventSchema>

/**
 * POST /e (SPEC §7): stores one event. `stored` is false when the project wants no events, or when this `eventId` was
 * stored before. A page outside the project's list can read its refusal (403, APKT002).
 */
export const postAnalyticsEvent = route({
  method: 'POST',
  path: '/e',
  query: v.strictObject(projectQuery),
  body: analyticsEventSchema,
  response: v.object({ stored: v.boolean() }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE'],
})
