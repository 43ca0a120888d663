/**
 * The list of the permissions that accounts have given (SPEC §7 "sessions"). UNAUDITED, and off for a project until its
 * operator turns it on. No key of a permission is ever here (T113).
 */
import * as v from 'valibot'
import { caip10Schema } from './caip10.ts'
import { permissionSchema } from './permissions.ts'
import { projectErrors, projectQuery, route } from './route.ts'

const address = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x(?!0{40})[0-9a-fA-F]{40}$/.test(value),
)
const hash = v.custom<`0x${string}`>(value => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value))
const isoTime = v.pipe(v.string(), v.isoTimestamp())
/** Of a contract account, ERC-6492 and all: at most 16 kB. */
const signature = v.custom<`0x${string}`>(
  value => typeof value === 'string' && value.length <= 32_770 && /^0x(?:[0-9a-fA-F]{2})+$/.test(value),
)
const bytes = v.custom<`0x${string}`>(
  value => typeof value === 'string' && value.length <= 131_074 && /^0x(?:[0-9a-fA-F]{2})*$/.test(value),
)

/**
 * Where a permission stands. `revoking`: the account withdrew it, and the chain does not know of that yet, so its
 * holder can still use it; `revoked`: the chain refuses it.
 */
export const permissionStates = ['active', 'revoking', 'revoked'] as const

const sessionEntries = {
  /** The delegation's EIP-712 hash, which names the permission. */
  pci: hash,
  /** CAIP-10. */
  account: caip10Schema,
  /** The account's contract of ERC-7710. */
  delegator: address,
  /** Who may act. */
  to: address,
  permission: permissionSchema,
  state: v.picklist(permissionStates),
  /** What its holder gives to the DelegationManager: the signed delegation. */
  context: bytes,
  createdAt: isoTime,
  expiresAt: isoTime,
} as const

/** A permission as the services list it. */
export const permissionSessionSchema = v.object(sessionEntries)

/** A permission as the services list it. */
export type PermissionSession = v.InferOutput<typeof permissionSessionSchema>

/** The most permissions that one answer lists, the newest first. */
export const mostPermissionSessions = 50

const params = v.strictObject({
  /** The account, CAIP-10. */
  id: caip10Schema,
})
const query = v.strictObject(projectQuery)

/** GET /v1/sessions/{id} (SPEC §7): lists the permissions that an account gave to the project, the newest first. */
export const getSessions = route({
  method: 'GET',
  path: '/v1/sessions/{id}',
  params,
  query,
  response: v.object({
    sessions: v.pipe(v.array(permissionSessionSchema), v.maxLength(mostPermissionSessions)),
  }),
  errors: projectErrors,
})

/**
 * POST /v1/sessions/{id}: lists a permission that the account has signed. The same one again answers the same.
 * SESSION_SIGNATURE_INVALID unless the account signed this delegation.
 */
export const postSession = route({
  method: 'POST',
  path: '/v1/sessions/{id}',
  params,
  query,
  body: v.strictObject({
    to: address,
    permission: permissionSchema,
    /** The delegation's salt, 32 bytes. */
    salt: hash,
    /** The account's signature of the delegation (ERC-1271, ERC-6492). */
    signature: v.optional(signature),
  }),
  response: permissionSessionSchema,
  status: 201,
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'SESSION_SIGNATURE_INVALID'],
})

/**
 * POST /v1/sessions/{id}/revoke (SPEC §7): withdraws a permission. `signature` is the account's, of `RevokePermission`
 * (`revocationTypes`). The same again answers the same. The chain learns of it by `disable` alone, a call that the
 * account makes: until then its holder can still use the permission. NOT_FOUND for one that is not listed.
 */
export const postSessionRevoke = route({
  method: 'POST',
  path: '/v1/sessions/{id}/revoke',
  params,
  query,
  body: v.strictObject({ pci: hash, signature: v.optional(signature) }),
  response: v.object({
    session: permissionSessionSchema,
    /** Absent: the chain refuses the permission already. */
    disable: v.exactOptional(v.object({ to: address, data: bytes })),
  }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'SESSION_SIGNATURE_INVALID', 'NOT_FOUND'],
})
