/** What a search looks at. */
interface Named {
  readonly name: string
  readonly symbol: string
  readonly address?: string
}

/** Tokens whose name, symbol or address has the text in it, in their order; symbols that begin with it come first. */
export function findTokens<Token extends Named>(tokens: readonly Token[], text: string): readonly Token[] {
  const wanted = text.trim().toLowerCase().slice(0, 128)
  if (wanted === '') return tokens
  const isFirst = ({ symbol }: Token) => symbol.toLowerCase().startsWith(wanted)
  const found = tokens.filter(
    ({ name, symbol, address }) =>
      name.toLowerCase().includes(wanted) ||
      symbol.toLowerCase().includes(wanted) ||
      address?.toLowerCase().includes(wanted),
  )
  return [...found.filter(isFirst), ...found.filter(token => !isFirst(token))]
}
