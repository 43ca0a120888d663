import type { CustomFetch } from 'openid-client'
import { createPause, type Pause } from '../../core/http/createPause.ts'
import { readBounded } from '../../core/http/readBody.ts'

/** Bytes of a provider's answer. */
const mostBytes = 1_048_576
/** Calls in a row that a provider has to fail before it is called unavailable, and for how many milliseconds it is then. */
const rule = { fails: 3, lasts: 60_000 }

/** Calls of providers: bounded, and remembered when they fail for reasons of the provider's own (F46). */
export function createSocialFetch({ now }: { readonly now: () => number }): {
  readonly fetchOf: (provider: string) => CustomFetch
  readonly isAvailable: (provider: string) => boolean
} {
  const pauses = new Map<string, Pause>()

  return {
    isAvailable: provider => !pauses.get(provider)?.isOn(),
    fetchOf(provider) {
      const pause = pauses.get(provider) ?? createPause({ ...rule, clock: now })
      pauses.set(provider, pause)
      return async (url, options) => {
        try {
          const { body, ...init } = options
          const response = await fetch(url, { ...init, ...(body !== undefined && { body }) } as RequestInit)
          const bytes = await readBounded(response.body, mostBytes)
          if (bytes === undefined) throw new Error('The provider answered at too great a length')
          if (response.status >= 500) pause.failed()
          else pause.answered()
          // A status without a body takes none.
          const isEmpty = [101, 204, 205, 304].includes(response.status)
          return new Response(isEmpty ? null : new Uint8Array(bytes), {
            status: response.status,
            headers: response.headers,
          })
        } catch (error) {
          pause.failed()
          throw error
        }
      }
    },
  }
}
