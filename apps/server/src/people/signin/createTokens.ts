import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import { jose } from '../../core/libraries/jose.ts'
import { once } from '../../core/libraries/once.ts'
import { mostAhead } from './mostAhead.ts'

/** Seconds for which a token counts (T32). */
const tokenLifetime = 600
const issuer = 'latchkey'

/** What the services sign for a page: that it is signed in, or that it proved an address. */
export interface Tokens {
  issueSession(options: {
    readonly project: string
    readonly key: string
    readonly session: string
  }): Promise<string>
  /** Undefined for whatever is not one of ours, of this project, and in time (T33). */
  readSession(
    project: string,
    token: string,
  ): Promise<{ readonly key: string; readonly session: string } | undefined>
  issueEmail(options: {
    readonly project: string
    readonly key: string
    readonly email: string
  }): Promise<string>
  readEmail(project: string, token: string): Promise<EmailClaim | undefined>
}

export interface EmailClaim {
  readonly key: string
  readonly email: string
  /** Names the proof, which counts once. */
  readonly id: string
}

const types = { session: 'latchkey-session+jwt', email: 'latchkey-email+jwt' } as const

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(254))
const claimsSchema = v.object({ sub: word, jti: word, cnf: v.object({ jkt: word }) })

export function createTokens(deps: {
  readonly key: KeyObject
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Tokens {
  const { key, now } = deps
  const publicKey = createPublicKey(key)
  const kid = once(async () => {
    const { calculateJwkThumbprint, exportJWK } = jose()
    return calculateJwkThumbprint(await exportJWK(publicKey))
  })

  async function issue(
    type: keyof typeof types,
    project: string,
    jkt: string,
    subject: string,
  ): Promise<string> {
    const at = Math.floor(now() / 1_000)
    const { SignJWT } = jose()
    return new SignJWT({ cnf: { jkt } } satisfies JWTPayload)
      .setProtectedHeader({ alg: 'ES256', typ: types[type], kid: await kid() })
      .setIssuer(issuer)
      .setAudience(project)
      .setSubject(subject)
      .setJti(randomBytes(16).toString('base64url'))
      .setIssuedAt(at)
      .setExpirationTime(at + tokenLifetime)
      .sign(key)
  }

  async function read(
    type: keyof typeof types,
    project: string,
    token: string,
  ): Promise<v.InferOutput<typeof claimsSchema> | undefined> {
    try {
      const { payload, protectedHeader } = await jose().jwtVerify(token, publicKey, {
        algorithms: ['ES256'],
        issuer,
        audience: project,
        typ: types[type],
        requiredClaims: ['exp', 'iat', 'jti', 'sub'],
        maxTokenAge: tokenLifetime,
        clockTolerance: mostAhead / 1_000,
        currentDate: new Date(now()),
      })
      // Ours have these three and nothing that says where a key would be found.
      if (protectedHeader.kid !== (await kid()) || Object.keys(protectedHeader).length !== 3) return undefined
      // The tolerance is for its beginning: it counts no longer for it.
      if (now() >= Number(payload.exp) * 1_000) return undefined
      // A token with several audiences is not ours.
      if (payload.aud !== project) return undefined
      const claims = v.safeParse(claimsSchema, payload)
      return claims.success ? claims.output : undefined
    } catch {
      return undefined
    }
  }

  return {
    issueSession: ({ project, key: jkt, session }) => issue('session', project, jkt, session),
    async readSession(project, token) {
      const claims = await read('session', project, token)
      return claims && { key: claims.cnf.jkt, session: claims.sub }
    },
    issueEmail: ({ project, key: jkt, email }) => issue('email', project, jkt, email),
    async readEmail(project, token) {
      const claims = await read('email', project, token)
      return claims && { key: claims.cnf.jkt, email: claims.sub, id: claims.jti }
    },
  }
}
