/**
 * Which gates to run, in their fixed order: all of `known` but the long ones, or the ones named (as words or `--only=a,b`; `check` means
 * the quick ones), without those of `--skip=a,b`. Throws one clear line for a name or option that does not exist, and when
 * nothing is left.
 */
export function chooseGates(
  args: readonly string[],
  known: readonly { name: string; quick: boolean; long?: boolean }[],
): string[] {
  const only: string[] = []
  const skip: string[] = []
  for (const arg of args) {
    const [option, value] = arg.split(/=(.*)/)
    if (option === '--only' && value) only.push(...value.split(','))
    else if (option === '--skip' && value) skip.push(...value.split(','))
    else if (!arg.startsWith('-')) only.push(arg)
    else throw new Error(`unknown option ${arg}: use gate names, --only=a,b or --skip=a,b`)
  }
  const names = known.map(gate => gate.name)
  const wrong = [...only, ...skip].find(name => name !== 'check' && !names.includes(name))
  if (wrong !== undefined) throw new Error(`there is no gate "${wrong}": the gates are ${names.join(', ')}`)
  const meant = (given: readonly string[]) =>
    new Set(
      given.flatMap(name =>
        name === 'check' ? known.filter(gate => gate.quick).map(gate => gate.name) : name,
      ),
    )
  const usual = new Set(known.filter(gate => gate.long !== true).map(gate => gate.name))
  const [wanted, left] = [only.length === 0 ? usual : meant(only), meant(skip)]
  const chosen = names.filter(name => wanted.has(name) && !left.has(name))
  // It would pass.
  if (chosen.length === 0) throw new Error('no gate is left to run')
  return chosen
}
