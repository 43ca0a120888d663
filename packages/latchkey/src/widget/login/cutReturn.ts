import { socialReturnParameter } from '../../contract/socialReturn.ts'

const name = `${socialReturnParameter}=`

/** The name of a login in an address, as the wallet put it there. */
export function returnIn({ search }: Pick<URL, 'search'>): string | undefined {
  const pair = pairsOf(search).find(each => each.startsWith(name))
  return pair?.slice(name.length)
}

/** Cuts it out, and leaves every other letter of the address as it is: some routers read it to the letter. */
export function cutReturn(url: URL): URL {
  const pairs = pairsOf(url.search)
  const others = pairs.filter(each => !each.startsWith(name))
  if (others.length < pairs.length) url.search = others.join('&')
  return url
}

function pairsOf(search: string): readonly string[] {
  return search.slice(1).split('&')
}
