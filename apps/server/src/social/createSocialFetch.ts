import type { CustomFetch } from 'openid-client'
import { readBounded } from '../http/readBody.ts'

/** Bytes of a provider's answer. */
const mostBytes = 1_048_576
/** Calls in a row that a provider has to fail before it is called unavailable, and for how many milliseconds it is then. */
const mostFails = 3
const pause = 60_000

interface Trouble {
  fails: number
  until: number
}

/** Calls of providers: bounded, and remembered when they fail for reasons of the provider's own (F46). */
export function createSocialFetch({ now }: { readonly now: () => number }): {
  readonly fetchOf: (provider: string) => CustomFetch
  readonly isAvailable: (provider: string) => boolean
} {
  const troubles = new Map<string, Trouble>()

  function failed(provider: string): void {
    const fails = (troubles.get(provider)?.fails ?? 0) + 1
    troubles.set(provider, { fails, until: fails >= mostFails ? now() + pause : 0 })
  }

  return {
    isAvailable: provider => (troubles.get(provider)?.until ?? 0) <= now(),
    fetchOf: provider => async (url, options) => {
      try {
        const { body, ...init } = options
        const response = await fetch(url, { ...init, ...(body !== undefined && { body }) } as RequestInit)
        const bytes = await readBounded(response.body, mostBytes)
        if (bytes === undefined) throw new Error('The provider answered at too great a length')
        if (response.status >= 500) failed(provider)
        else troubles.delete(provider)
        // A status without a body takes none.
        const isEmpty = [101, 204, 205, 304].includes(response.status)
        return new Response(isEmpty ? null : new Uint8Array(bytes), {
          status: response.status,
          headers: response.headers,
        })
      } catch (error) {
        failed(provider)
        throw error
      }
    },
  }
}
