import { membersOf } from '../../surface/membersOf.ts'
import { type PublicName, readSurface } from '../../surface/readSurface.ts'
import { type Finding, refuse } from '../finding.ts'
import { plainWords } from '../plainWords.ts'
import { lineOf } from '../sourceFile.ts'
import type { Tree } from '../tree.ts'

/**
 * Interfaces with a docstring for every member: those that hosts write, and those that they read. Elsewhere a member's
 * name may be enough.
 */
const documentedMembers: ReadonlySet<string> = new Set([
  'LatchkeyOptions',
  'Features',
  'Endpoints',
  'ThemeVariables',
  'Metadata',
  'LatchkeyState',
  'AccountState',
  'Network',
  'FactMap',
  'Latchkey',
  'Account',
  'Connection',
  'ConnectedNamespace',
  'ConnectionAuth',
  'ConnectionLists',
  'RecentConnection',
  'WalletListing',
  'CustomWallet',
  'WalletSummary',
  'AdoptedWallet',
  'AdapterDescriptor',
  'WalletCall',
  'StorageLike',
  'Siwx',
  'SiwxMessage',
  'SiwxSession',
  'SiweConfig',
  'HandleConnectOptions',
  'HandleSwitchOptions',
  'SwitchConnectionOptions',
  'ReceiptOptions',
  'SendCallsOptions',
  'OpenOptions',
])

/** Every name at an entry point of the packages has a docstring that stands alone, and so has every member of the interfaces above. */
export function docstrings(tree: Tree): Finding[] {
  const findings = new Map<string, Finding>()
  for (const [entry, path] of tree.entryPoints) {
    if (!path.startsWith('packages/')) continue
    for (const each of readSurface(entry, path, tree.files)) {
      for (const finding of findingsOf(each)) {
        const place = `${finding.path}:${finding.line}`
        // Several entry points export the same name.
        if (!findings.has(place)) findings.set(place, finding)
      }
    }
  }
  return [...findings.values()]
}

function findingsOf(each: PublicName): Finding[] {
  const { entry, name, file, line, declaration } = each
  const found: Finding[] = []
  const judge = (what: string, docstring: string | undefined, at: number) => {
    const problem = problemOf(docstring)
    if (problem === undefined) return
    const fix = 'write what it does, its unit, its default and its errors above the declaration'
    found.push({ ...refuse(file, 0, 'docstrings', `${what} at ${entry} ${problem}`, fix), line: at })
  }
  judge(name, each.docstring, line)
  for (const member of membersOf(declaration, file)) {
    if (member.docstring === undefined && !documentedMembers.has(name)) continue
    judge(`${name}.${member.name}`, member.docstring, lineOf(file, member.start))
  }
  return found
}

function problemOf(docstring: string | undefined): string | undefined {
  if (docstring === undefined) return 'has no docstring'
  const [sentence = ''] = docstring.split('\n@')
  if (sentence.split(/\s+/).length < 2) return 'has a docstring without a sentence'
  const [word] = plainWords.riddle.exec(docstring) ?? []
  return word === undefined ? undefined : `has a docstring that says "${word}"`
}
