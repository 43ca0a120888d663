import { createHash } from 'node:crypto'

/** A user with an account at a provider of the dev stack. Every typed address exists. */
export interface DevPerson {
  readonly email: string
  /** Whether the provider has proven the address: not those that begin with `unproven`. */
  readonly isProven: boolean
  readonly name: string
  readonly handle: string
  /** Stays the same for a provider, and is another one at each. */
  readonly id: string
}

/** Whom the page of a provider offers. */
export const devPeople: readonly string[] = ['ann@mail.example', 'bob@mail.example', 'unproven@mail.example']

/** Returns the account of an address at a provider; undefined for an invalid address. */
export function findPerson(provider: string, email: string): DevPerson | undefined {
  if (email.length > 254 || !/^[a-z0-9._+-]{1,64}@[a-z0-9.-]{1,189}$/.test(email)) return undefined
  const [handle = ''] = email.split('@')
  const digest = createHash('sha256').update(`${provider} ${email}`).digest()
  return {
    email,
    isProven: !email.startsWith('unproven'),
    name: handle.replace(
      /(^|[._+-])([a-z0-9])/g,
      (_, gap: string, sign: string) => (gap && ' ') + sign.toUpperCase(),
    ),
    handle,
    id: String(digest.readUIntBE(0, 6) + 1),
  }
}

/** The answer of a provider's own API about a user, as far as a login reads it. */
export function describePerson(provider: string, person: DevPerson): unknown {
  const { id, email, isProven, name, handle } = person
  if (provider === 'github') return { id: Number(id), login: handle, name, email: null }
  if (provider === 'x') return { data: { id, name, username: handle } }
  if (provider === 'discord') return { id, username: handle, global_name: name, email, verified: isProven }
  return { id, name }
}
