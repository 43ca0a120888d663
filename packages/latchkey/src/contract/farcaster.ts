/**
 * Login of the embedded wallet with a Farcaster account (Sign In With Farcaster; reference §3.3, T55).
 *
 * 1. `postFarcasterBegin {page}` gives `{flow, url, match}` (GET_FARCASTER_URI): show `url` as a code to scan, and as a link on
 *    the device that has the Farcaster app, and `match` beside it. `url` is a page of the wallet's own origin: it shows what was
 *    asked, by which browser and with which number, and leads to the app once its visitor confirms.
 * 2. `postSocialPoll {flow}` as with every provider (CONNECT_FARCASTER): until it is over, at the device that began alone.
 *
 * Between the two is a channel, which is known by a token in the address of the app. The visitor's Farcaster app reads what it has
 * to sign (`getFarcasterChannel`) and hands it in (`postFarcasterAnswer`), both with `Authorization: Bearer <token>`: the
 * calls and names of the public relay, `GET …/v1/channel/status` and `POST …/v1/channel/authenticate` below its base URL. The
 * text is an EIP-4361 one with the statement "Farcaster Auth" (or "Farcaster Connect") and the one resource
 * `farcaster://fid/<fid>`; domain and URI are the wallet's own, the nonce is this login's. It is signed by the address that
 * has the fid in the id registry, or one that the fid names in the key registry, as the services' own nodes say.
 *
 * **The account** is the fid. The app may add a name or a picture; nothing proves those, so they are ignored.
 */
import * as v from 'valibot'
import { longestSignInMessage } from './parseSignInMessage.ts'
import { projectErrors, projectQuery, route } from './route.ts'

const time = v.pipe(v.string(), v.isoTimestamp())
const page = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const flow = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))
const url = v.pipe(v.string(), v.maxLength(2_048), v.url())
/** The number that the wallet page behind `url` shows as well. */
const match = v.pipe(v.string(), v.regex(/^[0-9]{2}$/))
const unread = v.optional(v.pipe(v.string(), v.maxLength(2_048)))
const channelErrors = ['APKT009', 'APKT010', 'SIGN_IN_INVALID'] as const

/**
 * POST /v1/login/farcaster/begin: begins a login (GET_FARCASTER_URI). With `link`, and a session proven in the last 5
 * minutes, it adds the identity to the account. With `prove` and a session, it proves the visitor again, as
 * `postSocialBegin` does. REQUEST_INVALID where it is not set up.
 */
export const postFarcasterBegin = route({
  method: 'POST',
  path: '/v1/login/farcaster/begin',
  query: v.strictObject(projectQuery),
  body: v.strictObject({ page, link: v.optional(v.boolean()), prove: v.optional(v.boolean()) }),
  response: v.object({ flow, url, match, expiresAt: time }),
  errors: [...projectErrors, 'SIGN_IN_INVALID', 'REQUEST_TOO_LARGE', 'LOGIN_STEP_UP'],
})

/**
 * GET /v1/channel/status: returns what the app has to sign; it names no project. SIGN_IN_INVALID for an unknown or
 * finished token.
 */
export const getFarcasterChannel = route({
  method: 'GET',
  path: '/v1/channel/status',
  response: v.object({
    state: v.literal('pending'),
    nonce: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{8,128}$/)),
    /** Whether addresses count that the fid names in the key registry. */
    acceptAuthAddress: v.boolean(),
    signatureParams: v.object({
      siweUri: url,
      domain: v.pipe(v.string(), v.maxLength(300)),
      nonce: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{8,128}$/)),
      /** Number of the chain with the registries. */
      chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      expirationTime: time,
      /** Host of the page that asks; a signature for another host counts for nothing. */
      requestId: v.pipe(v.string(), v.maxLength(300)),
    }),
  }),
  errors: channelErrors,
})

/**
 * POST /v1/channel/authenticate: submits the signed message, once; it names no project. SIGN_IN_INVALID for every kind
 * of failure.
 */
export const postFarcasterAnswer = route({
  method: 'POST',
  path: '/v1/channel/authenticate',
  body: v.strictObject({
    message: v.pipe(v.string(), v.minLength(1), v.maxLength(longestSignInMessage)),
    signature: v.pipe(v.string(), v.maxLength(8_194), v.regex(/^0x[0-9a-fA-F]+$/)),
    /** As the text has it. */
    fid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    /** What apps send besides; ignored. */
    authMethod: v.optional(v.picklist(['custody', 'authAddress'])),
    username: unread,
    displayName: unread,
    bio: unread,
    pfpUrl: unread,
  }),
  response: v.object({ state: v.literal('completed') }),
  status: 201,
  errors: [...channelErrors, 'REQUEST_INVALID', 'REQUEST_TOO_LARGE'],
})
