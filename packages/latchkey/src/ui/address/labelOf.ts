/** What the host calls an address. Hosts have hex in lower case as often as with the capitals of its checksum. */
export function labelOf(
  address: string,
  labels: Readonly<Record<string, string>> | undefined = {},
): string | undefined {
  return labels[address] ?? labels[address.toLowerCase()]
}
