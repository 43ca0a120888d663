/**
 * Whether an SPDX expression can be met with allowed licences only: `OR` needs one side, `AND` both, `WITH` keeps the
 * licence. Anything that does not parse is not allowed.
 */
export function isAllowedExpression(expression: string, allowed: readonly string[]): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const either = (): boolean => {
    let met = both()
    while (tokens[at] === 'OR') {
      at += 1
      const right = both()
      met = met || right
    }
    return met
  }
  const both = (): boolean => {
    let met = one()
    while (tokens[at] === 'AND') {
      at += 1
      const right = one()
      met = met && right
    }
    return met
  }
  const one = (): boolean => {
    const token = tokens[at]
    at += 1
    if (token === '(') {
      const met = either()
      const closed = tokens[at] === ')'
      at += 1
      return met && closed
    }
    if (tokens[at] === 'WITH') at += 2
    return token !== undefined && allowed.includes(token)
  }
  const met = either()
  return met && at === tokens.length
}
