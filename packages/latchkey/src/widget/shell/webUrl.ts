/** The URL if it leads to a web page, so that no `javascript:` of a configuration or directory ends in a link. */
export function webUrl(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  return /^https?:$/.test(new URL(url).protocol) ? url : undefined
}
