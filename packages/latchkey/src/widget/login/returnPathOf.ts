import { cutReturn } from './cutReturn.ts'

/** Where this tab is to come back to: the page as it is, as far as that can be said in a path of 1,000 letters. */
export function returnPathOf(location: Pick<Location, 'href'>): string {
  const url = cutReturn(new URL(location.href))
  const paths = [`${url.pathname}${url.search}${url.hash}`, `${url.pathname}${url.search}`, url.pathname]
  return paths.find(path => path.length <= 1_000 && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) ?? '/'
}
