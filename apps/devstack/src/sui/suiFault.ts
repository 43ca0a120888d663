/** What a node says against an input, in words of its own. */
export class SuiFault extends Error {
  override readonly name = 'SuiFault'
}
