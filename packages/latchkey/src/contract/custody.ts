/**
 * Custody of an embedded wallet's key (reference §2.3): the services store one key share for each device and one for each
 * recovery factor, and never both shares of a key. Only the wallet's own origin calls here, with a session's token and a proof by
 * the device's key (`DPoP`, RFC 9449) whose claim `bh` is the `custodyBodyText` digest of the body, so that a proof is good
 * for one request and nothing else.
 */
import * as v from 'valibot'
import { canonicalJson } from './canonicalJson.ts'
import { ownAccountTypeSchema } from './ownAccountType.ts'
import { projectErrors, projectQuery, route } from './route.ts'

/** Bytes as lower-case hexadecimal text. */
const hex = (bytes: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)))
const time = v.pipe(v.string(), v.isoTimestamp())
/** RFC 7638 thumbprint of a device's key; it names the device's key shares. */
const device = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
const account = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.regex(/^[A-Za-z0-9_-]+$/))
/** Names one splitting of the key: key shares of different splittings do not join. */
const version = hex(16)
/** Grows by one with each refresh of the key shares; the services accept and release nothing older (T78). */
const epoch = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000))
const share = hex(32)

/** Who can use a key: `user` needs the visitor, `operator` lets the operator recover it too. */
export const custodyModes = ['user', 'operator'] as const

/** Who can use a key: the visitor alone, or the operator too. */
export type CustodyMode = (typeof custodyModes)[number]

/** What opens a recovery factor: a passkey's PRF, a code on paper, a password, or the operator. */
export const recoveryKinds = ['passkey', 'code', 'password', 'operator'] as const

/** What opens a recovery factor. */
export type RecoveryKind = (typeof recoveryKinds)[number]

/** The most recovery key shares that the services release for one account in 24 hours. */
export const mostRecoveryReleases = 5
/** The most password attempts before the password is locked until another factor is used (T85). */
export const mostPasswordTries = 10
/** The most recovery factors of one account. */
export const mostFactors = 10
/** The most devices of one account. */
export const mostDevices = 20

/**
 * Bytes encrypted by a secret of the visitor, with the parameters that decryption needs. `v` is the format version;
 * readers know the current one and the one before.
 */
export const sealedSchema = v.strictObject({
  v: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
  alg: v.literal('A256GCM'),
  kdf: v.picklist(['wrap', 'prf', 'code', 'password']),
  epoch: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)),
  iv: hex(12),
  data: v.pipe(v.string(), v.minLength(34), v.maxLength(512), v.regex(/^(?:[0-9a-f]{2})+$/)),
})

/** Bytes encrypted by a secret of the visitor, with the parameters that decryption needs. */
export type Sealed = v.InferOutput<typeof sealedSchema>

/** What opening needs besides the secret: it is no secret itself. */
const factorParams = v.strictObject({
  /** Of a passkey: its credential id and the PRF's input. */
  credential: v.optional(v.pipe(v.string(), v.maxLength(1_400), v.regex(/^[A-Za-z0-9_-]+$/))),
  salt: v.optional(hex(32)),
})

const factorEntries = {
  id: version,
  kind: v.picklist(recoveryKinds),
  /** In the person's words. */
  label: v.optional(v.pipe(v.string(), v.maxLength(64))),
  params: factorParams,
} as const

/**
 * A recovery key share of the services, with the visitor's encrypted share. Only in `operator` mode is the visitor's
 * share unencrypted.
 */
export const recoveryFactorSchema = v.strictObject({
  ...factorEntries,
  half: share,
  /** The visitor's key share, encrypted by the factor's secret. */
  sealed: v.optional(sealedSchema),
  /** The visitor's key share, unencrypted: only of kind `operator`. */
  open: v.optional(share),
})

/** A recovery key share of the services, with the visitor's encrypted share. */
export type RecoveryFactor = v.InferOutput<typeof recoveryFactorSchema>

/**
 * A proof that the caller has the key: an Ed25519 signature over `custodyPossessionText`, by a key derived from the
 * wallet's own. A login alone can thus neither replace nor delete recovery factors.
 */
export const possessionSchema = hex(64)

const custodyErrors = [...projectErrors, 'SIGN_IN_INVALID', 'CUSTODY_REFUSED'] as const
const bodyErrors = [...custodyErrors, 'REQUEST_TOO_LARGE'] as const
const query = v.strictObject(projectQuery)

/** GET /v1/custody/config: returns the custody mode, and whether the operator could spend alone. */
export const getCustodyConfig = route({
  method: 'GET',
  path: '/v1/custody/config',
  query,
  response: v.object({
    mode: v.picklist(custodyModes),
    /** Whether who runs these services could spend by themselves. */
    operatorCanSpend: v.boolean(),
  }),
  errors: projectErrors,
})

/** The devices and recovery factors of an account's key. It contains no key share. */
export const custodyWalletSchema = v.object({
  /** Internal id of the account; it goes into what is closed and committed to. */
  account,
  /** This device, by the proof that asked. */
  device,
  /** Null until there is a key. */
  wallet: v.nullable(
    v.object({
      /** `HMAC-SHA-256(K, "commit" ‖ account)`, first 16 bytes (T77). */
      commit: hex(16),
      /** Whether some factor lets who runs the services recover the key. */
      mode: v.picklist(custodyModes),
      createdAt: time,
      /** Where a key is to be shown: when that becomes possible without a passkey, if it was asked for. */
      exportAt: v.nullable(time),
      /** Whether a password may still be tried. */
      passwordLocked: v.boolean(),
      pairs: v.pipe(
        v.array(v.object({ device, epoch, version, createdAt: time, usedAt: v.nullable(time) })),
        v.maxLength(mostDevices),
      ),
      factors: v.pipe(
        v.array(
          v.object({
            ...factorEntries,
            sealed: v.nullable(sealedSchema),
            createdAt: time,
            usedAt: v.nullable(time),
          }),
        ),
        v.maxLength(mostFactors),
      ),
    }),
  ),
})

/** The devices and recovery factors of an account's key. */
export type CustodyWallet = v.InferOutput<typeof custodyWalletSchema>

/** GET /v1/custody/wallet: returns the account's devices and recovery factors. It contains no key share. */
export const getCustodyWallet = route({
  method: 'GET',
  path: '/v1/custody/wallet',
  query,
  response: custodyWalletSchema,
  errors: custodyErrors,
})

/**
 * POST /v1/custody/wallet: stores the services' first key share of a new key, with its recovery factors. Once per
 * account.
 */
export const postCustodyWallet = route({
  method: 'POST',
  path: '/v1/custody/wallet',
  query,
  body: v.strictObject({
    commit: hex(16),
    /** Ed25519 public key whose private half comes from the wallet's key. */
    owner: hex(32),
    version,
    half: share,
    factors: v.pipe(v.array(recoveryFactorSchema), v.maxLength(mostFactors)),
    /**
     * The type of account that the wallet is used with until its visitor chooses another; stored once and for all. Absent: `eoa`.
     * Services without bundlers store `eoa`.
     */
    accountType: v.exactOptional(ownAccountTypeSchema),
    possession: possessionSchema,
  }),
  response: v.object({ epoch }),
  errors: [...bodyErrors, 'CUSTODY_EXISTS'],
})

/**
 * POST /v1/custody/pair: stores a key share for this device, which has recovered the key. `epoch` must be newer than
 * all before.
 */
export const postCustodyPair = route({
  method: 'POST',
  path: '/v1/custody/pair',
  query,
  body: v.strictObject({ epoch, version, half: share, possession: possessionSchema }),
  response: v.object({ epoch }),
  errors: [...bodyErrors, 'CUSTODY_NOT_FOUND', 'CUSTODY_EPOCH'],
})

/**
 * What a key share is released for. `recovery` needs a proof of the last 5 minutes, and allows the one change that `request`
 * names (`custodyChangeText`), whose call follows. `export` needs a fresh passkey, or 24 hours of waiting (T80).
 */
export const releasePurposes = ['sign', 'recovery', 'export'] as const

/**
 * The bytes that are signed, whose SHA-256 is `request`: an unsigned transaction as it is hashed, a text, the digest of typed
 * data, the messages of Solana's transactions. Of smart accounts, canonical JSON in UTF-8, with `chainId` as CAIP-2 has it:
 * `userOperation` is `{ chainId, entryPoint, operation }` without the operation's signature; `accountMessage` is
 * `{ chainId, account, is, bytes }` with `message` or `typedData` and its bytes as above, signed for the account;
 * `authorization` is `{ chainId, address, nonce }` (EIP-7702); `delegation` is the delegation (ERC-7710).
 */
const signedSchema = v.strictObject({
  is: v.picklist([
    'transaction',
    'message',
    'typedData',
    'solana',
    'userOperation',
    'accountMessage',
    'authorization',
    'delegation',
  ]),
  bytes: v.pipe(v.string(), v.maxLength(262_144), v.regex(/^(?:[0-9a-f]{2})*$/)),
})

/** The bytes that a visitor signs, and what kind they are. */
export type SignedThing = v.InferOutput<typeof signedSchema>

/**
 * The reasons of a refusal by a project's policy. With CUSTODY_REFUSED, `untold` asks for `signed`, and `policy` is final. With
 * CUSTODY_STEP_UP, `passkey` asks for a passkey used within a minute (T82).
 */
export const policyReason = { untold: 'untold', refused: 'policy', passkey: 'passkey' } as const

/**
 * POST /v1/custody/release: releases this device's key share, once for each proof. `request` is the SHA-256 of what the
 * visitor approved. CUSTODY_STEP_UP without the proof that the purpose or a project's policy wants. CUSTODY_EPOCH when the share is of another epoch or splitting; CUSTODY_NOT_FOUND when it was
 * revoked (T82).
 */
export const postCustodyRelease = route({
  method: 'POST',
  path: '/v1/custody/release',
  query,
  body: v.strictObject({
    epoch,
    version,
    request: hex(32),
    purpose: v.picklist(releasePurposes),
    /** What is signed; wanted where the project has a policy, and not sent otherwise. */
    signed: v.optional(signedSchema),
  }),
  response: v.object({ half: share, epoch, version, commit: hex(16) }),
  errors: [...bodyErrors, 'CUSTODY_NOT_FOUND', 'CUSTODY_EPOCH', 'CUSTODY_STEP_UP'],
})

/**
 * POST /v1/custody/refresh: starts a two-phase refresh of the key shares. The services XOR their share with `pad` and
 * store it beside the old one until the device confirms.
 */
export const postCustodyRefresh = route({
  method: 'POST',
  path: '/v1/custody/refresh',
  query,
  body: v.strictObject({ epoch, version, next: v.strictObject({ version, pad: share }) }),
  response: v.object({ epoch }),
  errors: [...bodyErrors, 'CUSTODY_NOT_FOUND', 'CUSTODY_EPOCH'],
})

/** POST /v1/custody/refresh/ack: confirms a refresh and deletes the old key share. It may be repeated. */
export const postCustodyRefreshAck = route({
  method: 'POST',
  path: '/v1/custody/refresh/ack',
  query,
  body: v.strictObject({ epoch, version }),
  response: v.object({ epoch }),
  errors: [...bodyErrors, 'CUSTODY_NOT_FOUND', 'CUSTODY_EPOCH'],
})

/**
 * POST /v1/custody/revoke: deletes a device's key share, effective with the answer (T82). CUSTODY_STEP_UP without a proof of
 * the last hour, for another device than this one and for the last way to the wallet. CUSTODY_REFUSED for another device
 * where this one has no key share: by `postLoginDeviceRevoke` it waits.
 */
export const postCustodyRevoke = route({
  method: 'POST',
  path: '/v1/custody/revoke',
  query,
  body: v.strictObject({ device }),
  response: v.object({ revoked: v.boolean() }),
  errors: [...bodyErrors, 'CUSTODY_STEP_UP'],
})

/**
 * POST /v1/custody/recovery: adds a recovery factor with a splitting of its own. CUSTODY_STEP_UP without a proof of the
 * last 5 minutes, and in the day after a change of address. CUSTODY_REFUSED unless a key share was released for it.
 */
export const postRecoveryFactor = route({
  method: 'POST',
  path: '/v1/custody/recovery',
  query,
  body: v.strictObject({ factor: recoveryFactorSchema, possession: possessionSchema }),
  response: v.object({ id: version }),
  errors: [...bodyErrors, 'CUSTODY_NOT_FOUND', 'CUSTODY_EXISTS', 'CUSTODY_STEP_UP'],
})

/**
 * POST /v1/custody/recovery/delete: deletes a recovery factor; its secret is useless from then on. CUSTODY_STEP_UP as
 * for adding one.
 */
export const postRecoveryFactorDelete = route({
  method: 'POST',
  path: '/v1/custody/recovery/delete',
  query,
  body: v.strictObject({ id: version, possession: possessionSchema }),
  response: v.object({ deleted: v.boolean() }),
  errors: [...bodyErrors, 'CUSTODY_NOT_FOUND', 'CUSTODY_STEP_UP'],
})

/**
 * POST /v1/custody/recovery/release: releases a recovery key share, at most five in 24 hours. Every address of the
 * account is notified.
 */
export const postRecoveryRelease = route({
  method: 'POST',
  path: '/v1/custody/recovery/release',
  query,
  body: v.strictObject({ id: version }),
  response: v.object({
    half: share,
    commit: hex(16),
    /** In `operator` mode alone. */
    open: v.nullable(share),
    /** How many are left. */
    left: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostRecoveryReleases)),
  }),
  errors: [...bodyErrors, 'CUSTODY_NOT_FOUND', 'CUSTODY_LIMIT'],
})

/**
 * POST /v1/custody/password: evaluates the account's OPRF once (RFC 9497, ristretto255-SHA512). CUSTODY_LOCKED from the
 * 11th attempt on.
 */
export const postPasswordEvaluate = route({
  method: 'POST',
  path: '/v1/custody/password',
  query,
  body: v.strictObject({ blinded: hex(32) }),
  response: v.object({
    evaluated: hex(32),
    left: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostPasswordTries)),
  }),
  errors: [...bodyErrors, 'CUSTODY_LOCKED'],
})

/**
 * POST /v1/custody/export: requests an export of the key without a passkey, possible 24 hours later. Every address of
 * the account is notified. CUSTODY_STEP_UP without a proof of the last 5 minutes, and in custody mode `user` from a device that
 * does not hold the key.
 */
export const postCustodyExport = route({
  method: 'POST',
  path: '/v1/custody/export',
  query,
  body: v.strictObject({ cancel: v.boolean() }),
  response: v.object({ exportAt: v.nullable(time) }),
  errors: [...bodyErrors, 'CUSTODY_NOT_FOUND', 'CUSTODY_STEP_UP'],
})

/**
 * Returns the text whose SHA-256 is the `request` of a release for `recovery`: the call that follows it, and its subject, which
 * is the id of the factor, or of the account that is deleted.
 */
export function custodyChangeText(of: { readonly path: string; readonly subject: string }): string {
  return `latchkey custody change 1\n${of.path}\n${of.subject}`
}

/** Returns the text whose SHA-256 (base64url) a device's proof carries as `bh`. */
export function custodyBodyText(body: object): string {
  return canonicalJson(body)
}

/**
 * Returns the text that `possession` signs: for one call, one account, one device, and this body without `possession`.
 */
export function custodyPossessionText(of: {
  readonly path: string
  readonly account: string
  readonly device: string
  readonly body: object
}): string {
  const { possession: _possession, ...body } = of.body as { readonly possession?: unknown }
  return `latchkey custody possession 1\n${of.path}\n${of.account}\n${of.device}\n${canonicalJson(body)}`
}

/** Parses a value with `sealedSchema`; undefined when it does not match. */
export function readSealed(value: unknown): Sealed | undefined {
  const parsed = v.safeParse(sealedSchema, value)
  return parsed.success ? parsed.output : undefined
}

const deviceShareSchema = v.strictObject({ epoch, version, sealed: sealedSchema })

const evmAddress = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
)

/** The device's own key shares, encrypted, as the wallet's origin stores them. */
export const deviceSharesSchema = v.strictObject({
  v: v.literal(1),
  account,
  commit: hex(16),
  addresses: v.strictObject({
    eip155: evmAddress,
    solana: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
    /** The smart account's first owner; absent in records from before there were smart accounts. */
    owner: v.exactOptional(evmAddress),
  }),
  current: deviceShareSchema,
  /** Of a refresh whose end the services may have heard of without the device's knowing. */
  pending: v.nullable(deviceShareSchema),
})

/** The device's own key shares, encrypted, as the wallet's origin stores them. */
export type DeviceShares = v.InferOutput<typeof deviceSharesSchema>

/** Parses a value with `deviceSharesSchema`; undefined when it does not match. */
export function readDeviceShares(value: unknown): DeviceShares | undefined {
  const parsed = v.safeParse(deviceSharesSchema, value)
  return parsed.success ? parsed.output : undefined
}
