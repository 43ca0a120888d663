/** Puts a provider in its place on a page, with dots, and enters it in the registry of wallets of both chains. */
export function placeAt(
  target: object,
  path: string,
  provider: object,
  { name, icon }: { readonly name: string; readonly icon: string },
): () => void {
  const parts = path.split('.')
  const last = parts.pop() ?? path
  let holder = target as Record<string, unknown>
  for (const part of parts) {
    holder[part] ??= {}
    holder = holder[part] as Record<string, unknown>
  }
  holder[last] = provider
  const page = target as { webbtc_stx_providers?: object[] }
  page.webbtc_stx_providers ??= []
  const entry = { id: path, name, icon, methods: ['getAddresses', 'stx_getAddresses', 'stx_signMessage'] }
  page.webbtc_stx_providers.push(entry)
  return () => {
    if (holder[last] === provider) delete holder[last]
    page.webbtc_stx_providers = page.webbtc_stx_providers?.filter(other => other !== entry) ?? []
  }
}
