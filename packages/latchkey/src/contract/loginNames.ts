import type { SocialProvider } from './options.ts'

/** A way to log in that goes through something else than a mailbox. */
export type SocialMethod = SocialProvider | 'passkey'

/** The display name of each way to log in. */
export const loginNames = {
  email: 'Email',
  passkey: 'Passkey',
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
} as const satisfies Readonly<Record<SocialMethod | 'email', string>>

/** Whether it is one of them; what a host or the services say may be anything. */
export function isSocialMethod(value: unknown): value is SocialMethod {
  return typeof value === 'string' && value !== 'email' && Object.hasOwn(loginNames, value)
}

/** Returns the display name of a way to log in. An unknown one is returned as it is. */
export function nameOfMethod(method: string): string {
  return Object.hasOwn(loginNames, method)
    ? loginNames[method as keyof typeof loginNames]
    : `${method.charAt(0).toUpperCase()}${method.slice(1)}`
}
