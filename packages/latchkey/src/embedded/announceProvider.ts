import type { EmbeddedProvider } from './createEmbeddedProvider.ts'

/** How a wallet names itself to a page (EIP-6963). */
export interface ProviderInfo {
  readonly uuid: string
  readonly name: string
  /** A data URI. */
  readonly icon: string
  readonly rdns: string
}

/**
 * Makes the wallet known to the other libraries of a page, now and whenever one asks, until the answer is called (EIP-6963).
 * The announcement says whose it is, by which a widget leaves it out of its own list: there it is a login.
 */
export function announceProvider(
  page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'>,
  options: { readonly provider: EmbeddedProvider; readonly info: ProviderInfo },
): () => void {
  const detail = Object.freeze({
    info: Object.freeze({ ...options.info }),
    provider: options.provider,
    isLogin: true,
  })
  const announce = () => {
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => page.removeEventListener('eip6963:requestProvider', announce)
}
