import type { Finding } from './finding.ts'
import { arrows } from './rules/arrows.ts'
import { barrels } from './rules/barrels.ts'
import { clockworkRule, secretsRule } from './rules/clockwork.ts'
import { cycles } from './rules/cycles.ts'
import { docstrings } from './rules/docstrings.ts'
import { domAtImport } from './rules/domAtImport.ts'
import { engineTiersRule } from './rules/engineTiers.ts'
import { extensions } from './rules/extensions.ts'
import { fileLength } from './rules/fileLength.ts'
import { moduleState } from './rules/moduleState.ts'
import { names } from './rules/names.ts'
import { namespaceLiteralsRule } from './rules/namespaceLiterals.ts'
import { plainWordsRule } from './rules/plainWords.ts'
import { postMessage } from './rules/postMessage.ts'
import { react } from './rules/react.ts'
import { sdk } from './rules/sdk.ts'
import { serverGroupsRule } from './rules/serverGroups.ts'
import { views } from './rules/views.ts'
import { lineOf } from './sourceFile.ts'
import type { Tree } from './tree.ts'

const rules: readonly ((tree: Tree) => Finding[])[] = [
  parses,
  extensions,
  arrows,
  engineTiersRule,
  serverGroupsRule,
  sdk,
  cycles,
  react,
  views,
  barrels,
  moduleState,
  domAtImport,
  clockworkRule,
  secretsRule,
  postMessage,
  namespaceLiteralsRule,
  fileLength,
  names,
  docstrings,
  plainWordsRule,
]

/** Everything in a tree that breaks a rule of the rooms, sorted by place. */
export function checkLayers(tree: Tree): Finding[] {
  return rules
    .flatMap(rule => rule(tree))
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line || a.rule.localeCompare(b.rule))
}

function parses(tree: Tree): Finding[] {
  return [...tree.files.values()].flatMap(file =>
    file.errors.map(error => ({
      path: file.path,
      line: lineOf(file, error.start),
      rule: 'syntax',
      what: error.message,
      fix: 'write TypeScript that parses',
      severity: 'error' as const,
    })),
  )
}
