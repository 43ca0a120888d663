import * as v from 'valibot'
import type { LoginIdentity } from '../login/createAccounts.ts'
import type { SocialName } from './socialPlans.ts'

/** What a provider said, as it came. */
export interface SocialWords {
  /** Claims of its ID token, or its answer about the user. */
  readonly user: unknown
  /** Its list of addresses, where it has one that could be had. */
  readonly emails?: unknown
  /** Apple's word on the name, which comes the first time and never again. */
  readonly named?: string | undefined
}

const subject = v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.regex(/^[\x21-\x7e]+$/))
/** A number as some providers write one. */
const id = v.pipe(
  v.union([subject, v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.transform(String))]),
  subject,
)
const text = v.fallback(v.optional(v.string()), undefined)
const truth = v.fallback(
  v.pipe(
    v.optional(v.union([v.boolean(), v.string()])),
    v.transform(value => value === true || value === 'true'),
  ),
  false,
)

const claims = v.object({ sub: subject, email: text, email_verified: truth, name: text })
const github = v.object({ id, login: text, name: text })
const githubEmails = v.pipe(
  v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() })),
  v.maxLength(500),
)
const facebook = v.object({ id, name: text })
const x = v.object({ data: v.object({ id, name: text, username: text }) })
const discord = v.object({ id, username: text, global_name: text, email: text, verified: truth })

type Said = {
  readonly subject: string
  readonly email?: string | undefined
  /** Which address it has proven, if any, it did not say this time. */
  readonly isEmailUnknown?: boolean
  readonly label?: string | undefined
  readonly name?: string | undefined
}

/** Only what the provider itself has proven is an address at all (T51). */
const readers: Readonly<Record<SocialName, (words: SocialWords) => Said>> = {
  google: ({ user }) => fromClaims(user),
  apple: ({ user, named }) => ({ ...fromClaims(user), ...(named !== undefined && { name: named }) }),
  github({ user, emails }) {
    const { id: subject, login, name } = v.parse(github, user)
    const list = v.safeParse(githubEmails, emails)
    const own = list.success ? list.output.find(each => each.primary && each.verified) : undefined
    return { subject, email: own?.email, isEmailUnknown: !list.success, label: login, name: name ?? login }
  },
  facebook({ user }) {
    const { id: subject, name } = v.parse(facebook, user)
    return { subject, label: name, name }
  },
  x({ user }) {
    const { id: subject, name, username } = v.parse(x, user).data
    return { subject, label: username && `@${username}`, name: name ?? username }
  },
  discord({ user }) {
    const { id: subject, username, global_name, email, verified } = v.parse(discord, user)
    return { subject, email: verified ? email : undefined, label: username, name: global_name ?? username }
  },
}

function fromClaims(user: unknown): Said {
  const { sub, email, email_verified, name } = v.parse(claims, user)
  return { subject: sub, email: email_verified ? email : undefined, label: email, name }
}

/**
 * Reads the identity that a provider reports. Other fields are bounded, and shown as text at most.
 * @throws ValiError when it names no subject.
 */
export function readIdentity(provider: SocialName, words: SocialWords): LoginIdentity {
  const { subject, email, isEmailUnknown = false, label, name } = readers[provider](words)
  const address = email !== undefined && isAddress(email) ? email : null
  return {
    kind: 'social',
    issuer: provider,
    subject,
    ...(!isEmailUnknown && { email: address }),
    label: plain(label) ?? address,
    name: plain(name),
  }
}

/** Good enough to send mail to. */
function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>",;:\p{C}]{1,64}@[A-Za-z0-9.-]{1,189}$/u.test(text)
}

const longest = 100

/** One line without what turns text around or hides in it; null for none. */
function plain(text: string | undefined): string | null {
  const line = (text ?? '')
    .slice(0, 1_000)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line === '' ? null : [...line].slice(0, longest).join('')
}

const appleUser = v.object({
  name: v.object({ firstName: text, lastName: text }),
})

/** Reads the name from Apple's form, which any page could have written: it is a label, and proves nothing. */
export function readAppleName(field: string | undefined): string | undefined {
  if (field === undefined || field.length > 4_096) return undefined
  try {
    const { name } = v.parse(appleUser, JSON.parse(field))
    return plain([name.firstName, name.lastName].filter(Boolean).join(' ')) ?? undefined
  } catch {
    return undefined
  }
}
