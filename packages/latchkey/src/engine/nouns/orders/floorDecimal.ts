/** A decimal text cut to so many decimals, for amounts that are estimates anyway. */
export function floorDecimal(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = fraction.slice(0, decimals)
  return kept === '' ? whole : `${whole}.${kept}`
}
