/**
 * What a host page and the wallet frame say to one another (SPEC §7 "Embedded login frame", DECISIONS C5).
 *
 * The frame reports `FRAME_READY` to the page's window; the page answers with `HELLO` and a port; from then on all goes
 * over the port. A request `@latchkey-app/NAME` with a random id is answered by `@latchkey-frame/NAME_SUCCESS` or
 * `_ERROR` with the same id. Requests are read strictly, answers without what is not known. No message of the page ever
 * carries a code, a password or a key: what would is answered 'Action not allowed'.
 */
import * as v from 'valibot'
import { frameArea, frameScreens } from './frameScreens.ts'
import { jsonValue } from './jsonValue.ts'
import { limits } from './limits.ts'
import { ownAccountTypeSchema } from './ownAccountType.ts'
import { returnPath } from './returnPath.ts'
import { projectIdSchema } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

/** The oldest and the newest frame protocol that this release supports. */
export const frameProtocol = { min: 1, max: 1 } as const

/** The path on the wallet's origin that serves the frame of this major version. */
export const framePath = '/v1/'

/** The id of the iframe (SPEC §2). */
export const frameElementId = 'w3m-iframe'

/** The fragment that makes a page at `framePath` the window that stores the keys of a frame whose browser stores nothing for it. */
export const keeperHash = '#keeper'

/** The most characters of a note that a page carries for the frame. */
const mostNote = 30_000

/** Characters of text, and whatever else may be in a message of any kind. */
const word = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const line = v.pipe(v.string(), v.maxLength(300))
const text = v.pipe(v.string(), v.maxLength(2_048))
const address = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const email = v.pipe(v.string(), v.minLength(1), v.maxLength(254))
const chainId = caipNetworkIdSchema
const nothing = v.strictObject({})
/** A flow of a login, worth nothing without the key of the browser that began it. */
const flow = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))
/** What a page of the wallet's origin shows as well that asks the visitor whether the login is theirs. */
const matchNumber = v.pipe(v.string(), v.regex(/^[0-9]{2}$/))
const uri = v.pipe(v.string(), v.maxLength(2_048), v.url())

/** The login providers of the frame (SPEC §5 "Social provider"). */
export const frameSocials = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const

const accountType = ownAccountTypeSchema

/** The visitor who is logged in (SPEC §3 "Login user"). */
export const frameUserSchema = v.object({
  email: v.nullish(email),
  address,
  chainId,
  accounts: v.pipe(
    v.array(v.object({ address, type: accountType, chainNamespace: v.optional(word) })),
    v.maxLength(20),
  ),
  userName: v.nullish(line),
  /** How the visitor signed in: `email`, `passkey`, or a social provider's name. */
  authProvider: v.optional(word),
  preferredAccountType: v.optional(accountType),
  /** The type of a visitor who has chosen none: the one that their wallet was made with. Absent: `eoa`. */
  defaultAccountType: v.optional(accountType),
  smartAccountDeployed: v.optional(v.boolean()),
  signature: v.optional(v.pipe(v.string(), v.maxLength(32_770))),
  message: v.optional(v.pipe(v.string(), v.maxLength(8_192))),
  siwxMessage: v.optional(jsonValue(16_384)),
  /** This browser holds no part of the key yet: the frame's `RECOVERY` screen comes next. */
  needsRecovery: v.optional(v.boolean()),
})

/** The visitor who is logged in (SPEC §3 "Login user"). */
export type FrameUser = v.InferOutput<typeof frameUserSchema>

/** A request of the page: what it may hold, what its answer holds, and after how many milliseconds it is given up. */
interface FrameCall {
  readonly payload: v.GenericSchema
  readonly answer: v.GenericSchema
  /** Null where a person is waited for. */
  readonly timeout: number | null
}

const call = <P extends v.GenericSchema, A extends v.GenericSchema>(
  payload: P,
  answer: A,
  timeout: number | null = limits.frameRequest,
) => ({ payload, answer, timeout }) as const satisfies FrameCall

/** Text that was typed into a host page is never accepted: these exist to be refused, with 'Action not allowed'. */
const refused = call(v.looseObject({}), v.object({}), limits.frameConnect)

/**
 * Who logged in by way of another page. Without an address this browser cannot sign for them yet: the frame's `RECOVERY`
 * screen makes or recovers the key, is `done` once it can, and GET_USER has the rest.
 */
const loggedIn = v.union([
  frameUserSchema,
  v.object({
    needsRecovery: v.literal(true),
    email: v.nullish(email),
    userName: v.nullish(line),
    authProvider: v.optional(word),
  }),
])

/** Every request of the frame protocol by name. Names and fields are only ever added. */
export const frameCalls = {
  /** Whether a visitor is logged in here. */
  IS_CONNECTED: call(nothing, v.object({ isConnected: v.boolean() })),
  /** Begins a login: what comes next is the answer's `action` (SPEC §5 "Action results"). */
  CONNECT_EMAIL: call(
    v.strictObject({ email }),
    v.object({ action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
    limits.frameConnect,
  ),
  /** Waits until the device was approved by the link in the mail. */
  CONNECT_DEVICE: call(
    nothing,
    v.object({ action: v.picklist(['VERIFY_OTP', 'CONNECT']) }),
    limits.frameConnect,
  ),
  CONNECT_OTP: refused,
  /**
   * Where the login window of a provider is opened: a page of the wallet's own origin. With `returnTo`, a path of the page,
   * the tab itself may be sent there: it comes back with `result_uri=<flow>` in its address (`contract/social.ts`).
   */
  GET_SOCIAL_REDIRECT_URI: call(
    v.strictObject({ provider: v.picklist(frameSocials), returnTo: v.optional(returnPath) }),
    v.object({ uri, flow, match: v.optional(matchNumber) }),
    limits.frameConnect,
  ),
  /** Waits until that login is over, also after the page gave up: SESSION tells of it then. SOCIAL_FAILED has the `reason`. */
  CONNECT_SOCIAL: call(v.strictObject({ flow }), loggedIn, limits.frameConnect),
  GET_FARCASTER_URI: call(
    nothing,
    v.object({ url: uri, flow, match: v.optional(matchNumber) }),
    limits.frameConnect,
  ),
  CONNECT_FARCASTER: call(v.strictObject({ flow }), loggedIn, limits.frameConnect),
  /** Cancels CONNECT_SOCIAL or CONNECT_FARCASTER: a later outcome starts no session here. */
  CONNECT_ABORT: call(nothing, v.object({})),
  /** Who is logged in; the namespace's account where one is named. */
  GET_USER: call(
    v.strictObject({ chainId: v.optional(chainId), preferredAccountType: v.optional(accountType) }),
    frameUserSchema,
    limits.frameConnect,
  ),
  /**
   * What is missing before the wallet of who is logged in outlives the loss of one thing: `none`, nothing but its browsers
   * opens it; `passkey`, a passkey and nothing else does; null when it is set up. From the wallet's seventh day on `keep`
   * has what its visitor must have kept then: `code`, `password`, `passkey`, or what a later frame knows.
   */
  GET_REMINDER: call(
    nothing,
    v.object({
      reminder: v.nullable(v.picklist(['none', 'passkey'])),
      keep: v.optional(v.pipe(v.array(word), v.maxLength(10))),
    }),
  ),
  /** The visitor has read what they must have kept: this browser's wallet tells it no more. */
  PUT_AWAY_REMINDER: call(nothing, v.object({})),
  GET_CHAIN_ID: call(nothing, v.object({ chainId })),
  SWITCH_NETWORK: call(v.strictObject({ chainId }), v.object({ chainId })),
  SIGN_OUT: call(nothing, v.object({}), limits.signOut),
  /** A call of the wallet's provider on one chain; an approval of the visitor may be part of it. */
  RPC_REQUEST: call(
    v.strictObject({ chainId, method: word, params: v.optional(jsonValue(262_144)) }),
    v.object({ result: jsonValue(1_048_576) }),
    null,
  ),
  /** Takes back every request that waits for the visitor. */
  RPC_ABORT: call(nothing, v.object({})),
  UPDATE_EMAIL: call(
    v.strictObject({ email }),
    v.object({ action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
    limits.frameConnect,
  ),
  UPDATE_EMAIL_PRIMARY_OTP: refused,
  UPDATE_EMAIL_SECONDARY_OTP: refused,
  SYNC_THEME: call(
    v.strictObject({
      /** The visitor's own setting unless given. */
      mode: v.optional(v.picklist(['light', 'dark'])),
      /** The host's `themeVariables`, which the frame reads as the widget does: no free text reaches a stylesheet. */
      variables: v.optional(v.pipe(v.record(word, v.union([line, v.number()])), v.maxEntries(50))),
      /** Words in the host's language, by the names of the frame's texts. */
      texts: v.optional(v.pipe(v.record(word, text), v.maxEntries(500))),
      locale: v.optional(word),
      dir: v.optional(v.picklist(['ltr', 'rtl'])),
    }),
    v.object({}),
  ),
  /** What the page says of itself: never shown before what the browser says of it (T07). */
  SYNC_DAPP_DATA: call(
    v.strictObject({
      metadata: v.optional(
        v.strictObject({
          name: v.optional(v.pipe(v.string(), v.maxLength(200))),
          description: v.optional(text),
          url: v.optional(text),
          icons: v.optional(v.pipe(v.array(text), v.maxLength(8))),
        }),
      ),
      /** The networks that the host lists. */
      chains: v.optional(v.pipe(v.array(chainId), v.maxLength(200))),
    }),
    v.object({}),
  ),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: call(
    nothing,
    v.object({ smartAccountEnabledNetworks: v.pipe(v.array(chainId), v.maxLength(200)) }),
  ),
  INIT_SMART_ACCOUNT: call(nothing, v.object({ address, isDeployed: v.boolean() })),
  SET_PREFERRED_ACCOUNT: call(
    v.strictObject({ type: accountType, chainId: v.optional(chainId) }),
    v.object({ type: accountType, address }),
  ),
  /** Draws a screen of the frame in the card; answered when the visitor is through with it or leaves it. */
  SHOW_SCREEN: call(
    v.strictObject({ screen: v.picklist(frameScreens), data: v.optional(jsonValue(16_384)) }),
    v.object({ result: v.picklist(['done', 'closed']) }),
    null,
  ),
  /** Takes the screen away, as by the card's own buttons. */
  HIDE_SCREEN: call(nothing, v.object({})),
  /** The page loads itself anew; the answer is the last thing on this port. */
  RELOAD: call(nothing, v.object({})),
} as const satisfies Readonly<Record<string, FrameCall>>

/** The name of a request to the frame. */
export type FrameCallName = keyof typeof frameCalls
/** The payload of one request to the frame. */
export type FramePayload<N extends FrameCallName> = v.InferOutput<(typeof frameCalls)[N]['payload']>
/** The payload of the frame's answer to one request. */
export type FrameAnswer<N extends FrameCallName> = v.InferOutput<(typeof frameCalls)[N]['answer']>

/** Every event that the frame emits. */
export const frameEvents = {
  /** Escape was pressed in it, which the page never sees (DECISIONS T9). */
  ESCAPE: v.object({}),
  /** The height that what it shows wants, in CSS pixels; null when it shows nothing. */
  AREA: frameArea,
  /** A login or logout, here or in another tab of the wallet. */
  SESSION: v.object({ isConnected: v.boolean() }),
  /**
   * A note that the page stores for the frame, whose browser stores nothing for it: encrypted, for the frame's `OPEN_WALLET`
   * screen under the same page. Null: there is no login any more.
   */
  KEPT: v.object({
    note: v.nullable(v.pipe(v.string(), v.maxLength(mostNote), v.regex(/^[A-Za-z0-9_-]+$/))),
  }),
  /** EIP-1193's events of the wallet's provider. */
  PROVIDER: v.object({
    event: v.picklist(['accountsChanged', 'chainChanged', 'disconnect']),
    chainId: v.optional(chainId),
    accounts: v.optional(v.pipe(v.array(address), v.maxLength(20))),
  }),
} as const satisfies Readonly<Record<string, v.GenericSchema>>

/** The name of an event of the frame. */
export type FrameEventName = keyof typeof frameEvents
/** The payload of one event of the frame. */
export type FrameEvent<E extends FrameEventName> = v.InferOutput<(typeof frameEvents)[E]>

/** The reasons why a frame does not start (T02, T05, T18). */
export const frameRefusals = ['project', 'origin', 'opaque', 'same-site', 'ancestor'] as const
/** The reason why a frame does not start. */
export type FrameRefusal = (typeof frameRefusals)[number]

const version = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000))
const range = v.pipe(
  v.tuple([version, version]),
  v.check(([min, max]) => min <= max),
)
const id = v.pipe(v.string(), v.uuid())

/** The frame's first message to the page's window: it is ready, or it names the reason why it does not start. */
export const frameReportSchema = v.variant('type', [
  v.object({
    type: v.literal('@latchkey-frame/FRAME_READY'),
    payload: v.object({ protocol: range, sdk: version }),
  }),
  v.object({
    type: v.literal('@latchkey-frame/FRAME_REFUSED'),
    payload: v.object({ reason: v.picklist(frameRefusals) }),
  }),
])

/** The frame's first message to the page's window: ready, or refused. */
export type FrameReport = v.InferOutput<typeof frameReportSchema>

/** Parses the frame's first message; undefined when it does not match. */
export function readFrameReport(message: unknown): FrameReport | undefined {
  const read = v.safeParse(frameReportSchema, message)
  return read.success ? read.output : undefined
}

/** The page's message to the frame's window that hands over the port. It is the only one outside the port. */
export const frameHelloSchema = v.strictObject({
  type: v.literal('@latchkey-app/HELLO'),
  id,
  payload: v.strictObject({ protocol: range, sdk: version, projectId: projectIdSchema }),
})

/** The page's message that hands the port to the frame. */
export type FrameHello = v.InferOutput<typeof frameHelloSchema>

/** Parses the page's message that hands over the port; undefined when it does not match. */
export function readFrameHello(message: unknown): FrameHello | undefined {
  const read = v.safeParse(frameHelloSchema, message)
  return read.success ? read.output : undefined
}

/** The frame's answer to the port: the chosen protocol, and the requests that this frame supports. */
export const frameWelcomeSchema = v.object({
  protocol: version,
  sdk: version,
  abilities: v.pipe(v.array(word), v.maxLength(200)),
})

/** The frame's answer to the port: the chosen protocol and the supported requests. */
export type FrameWelcome = v.InferOutput<typeof frameWelcomeSchema>

/** Parses the frame's answer to the port; undefined when it does not match. */
export function readFrameWelcome(payload: unknown): FrameWelcome | undefined {
  const read = v.safeParse(frameWelcomeSchema, payload)
  return read.success ? read.output : undefined
}

/** An error on the wire: a code of the error table, or `unsupported` for an unknown request. */
export const frameErrorSchema = v.object({
  code: word,
  context: v.optional(
    v.pipe(v.record(word, v.union([line, v.number(), v.boolean(), v.null()])), v.maxEntries(20)),
  ),
  /** EIP-1193's number and text, where a provider's call failed. */
  rpc: v.optional(
    v.object({
      code: v.pipe(v.number(), v.safeInteger()),
      message: v.pipe(v.string(), v.maxLength(1_000)),
      data: v.optional(jsonValue(65_536)),
    }),
  ),
})

/** An error of the frame as it goes on the wire. */
export type FrameErrorWire = v.InferOutput<typeof frameErrorSchema>

/** Parses an error of the frame. A malformed one becomes FRAME_ERROR ('An error occurred'). */
export function readFrameError(payload: unknown): FrameErrorWire {
  const read = v.safeParse(frameErrorSchema, payload)
  return read.success ? read.output : { code: 'FRAME_ERROR' }
}

/** Returns the newest protocol in both ranges; undefined when they do not overlap. */
export function chooseFrameProtocol(
  theirs: readonly [number, number],
  ours: { readonly min: number; readonly max: number } = frameProtocol,
): number | undefined {
  const best = Math.min(theirs[1], ours.max)
  return best >= Math.max(theirs[0], ours.min) ? best : undefined
}

/** A parsed request of the page. A `malformed` one gets no answer. */
export type ReadFrameRequest =
  | {
      readonly is: 'request'
      readonly id: string
      readonly name: FrameCallName
      readonly payload: unknown
    }
  | { readonly is: 'invalid'; readonly id: string; readonly name: string }
  | { readonly is: 'unsupported'; readonly id: string; readonly name: string }
  | { readonly is: 'malformed' }

const envelopeSchema = v.strictObject({
  type: v.pipe(v.string(), v.regex(/^@latchkey-app\/[A-Z][A-Z0-9_]{0,63}$/)),
  id,
  payload: v.optional(v.unknown()),
})

/** Parses a request of the page strictly. */
export function readFrameRequest(message: unknown): ReadFrameRequest {
  const envelope = v.safeParse(envelopeSchema, message)
  if (!envelope.success) return { is: 'malformed' }
  const { id, type, payload = {} } = envelope.output
  const name = type.slice('@latchkey-app/'.length)
  if (!isFrameCall(name)) return { is: 'unsupported', id, name }
  const read = v.safeParse(frameCalls[name].payload, payload)
  return read.success ? { is: 'request', id, name, payload: read.output } : { is: 'invalid', id, name }
}

/** A parsed message of the frame. */
export type ReadFrameMessage =
  | { readonly is: 'answer'; readonly id: string; readonly name: string; readonly payload: unknown }
  | { readonly is: 'error'; readonly id: string; readonly name: string; readonly error: FrameErrorWire }
  | {
      [E in FrameEventName]: { readonly is: 'event'; readonly name: E; readonly payload: FrameEvent<E> }
    }[FrameEventName]
  | { readonly is: 'malformed' }

const answerSchema = v.object({
  type: v.pipe(v.string(), v.regex(/^@latchkey-frame\/[A-Z][A-Z0-9_]{0,63}_(?:SUCCESS|ERROR)$/)),
  id,
  payload: v.optional(v.unknown()),
})
const eventSchema = v.object({
  type: v.pipe(v.string(), v.regex(/^@latchkey-frame\/[A-Z][A-Z0-9_]{0,63}$/)),
  payload: v.optional(v.unknown()),
})

/** Parses a message of the frame. The caller reads the payload of an answer with `readFrameAnswer`. */
export function readFrameMessage(message: unknown): ReadFrameMessage {
  const answer = v.safeParse(answerSchema, message)
  if (answer.success) {
    const { id, type, payload = {} } = answer.output
    const [, name = '', outcome] = /^@latchkey-frame\/(.+)_(SUCCESS|ERROR)$/.exec(type) ?? []
    if (outcome === 'SUCCESS') return { is: 'answer', id, name, payload }
    return { is: 'error', id, name, error: readFrameError(payload) }
  }
  const event = v.safeParse(eventSchema, message)
  if (!event.success) return { is: 'malformed' }
  const name = event.output.type.slice('@latchkey-frame/'.length)
  if (!Object.hasOwn(frameEvents, name)) return { is: 'malformed' }
  const payload = v.safeParse(frameEvents[name as FrameEventName], event.output.payload ?? {})
  // The schema of that name was asked.
  return payload.success
    ? ({ is: 'event', name, payload: payload.output } as ReadFrameMessage)
    : { is: 'malformed' }
}

/** Parses the payload of an answer; undefined when it does not match the request. */
export function readFrameAnswer<N extends FrameCallName>(
  name: N,
  payload: unknown,
): FrameAnswer<N> | undefined {
  const read = v.safeParse(frameCalls[name].answer, payload)
  return read.success ? (read.output as FrameAnswer<N>) : undefined
}

function isFrameCall(name: string): name is FrameCallName {
  return Object.hasOwn(frameCalls, name)
}
