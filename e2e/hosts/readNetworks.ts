import type { Network } from 'latchkey'

/** The local chains, as the server wrote them into the page. */
export function readNetworks(): readonly Network[] {
  const content = document.querySelector('meta[name=networks]')?.getAttribute('content') ?? '[]'
  return JSON.parse(content) as readonly Network[]
}
