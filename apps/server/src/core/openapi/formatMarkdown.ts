import { type ApiDocument, answerOf, isSuccess, type Operation } from './createDocument.ts'
import { formatSchema } from './formatSchema.ts'
import { listOperations } from './listOperations.ts'

/** The reference as a page of the documentation. */
export function formatMarkdown(document: ApiDocument): string {
  const operations = listOperations(document)
  return [
    '# API reference',
    '',
    '<!-- Written by `npm run api`; a test compares it with the contract. -->',
    '',
    `${document.info.description}`,
    '',
    'A running server prints the same as OpenAPI 3.1 at `/openapi.json` and as a page at `/docs`. How refusals, origins',
    'and limits work is described in [the README of the server](../apps/server/README.md#calls).',
    '',
    ...operations.flatMap(({ method, path, operation }) => formatOperation(method, path, operation)),
  ].join('\n')
}

function formatOperation(method: string, path: string, operation: Operation): string[] {
  const body = operation.requestBody?.content['application/json']?.schema
  const own = operation.parameters.filter(({ name }) => !['projectId', 'st', 'sv', 'clientId'].includes(name))
  const refusals = Object.entries(operation.responses).filter(([status]) => !isSuccess(status))
  return [
    `## ${method} ${path}`,
    '',
    ...(operation.summary === '' ? [] : [operation.summary, '']),
    ...(own.length === 0
      ? []
      : [
          '| name | in | value |',
          '|---|---|---|',
          ...own.map(
            each =>
              `| \`${each.name}\`${each.required ? '' : ' (optional)'} | ${each.in} | ${code(formatValue(each.schema))} |`,
          ),
          '',
        ]),
    ...(body === undefined ? [] : ['Body', '', ...fence(formatSchema(body))]),
    ...formatAnswer(operation),
    ...(refusals.length === 0
      ? []
      : [
          `Refusals: ${refusals.map(([status, { description }]) => `${status} (${description})`).join(', ')}.`,
          '',
        ]),
  ]
}

function formatValue(schema: Operation['parameters'][number]['schema']): string {
  return typeof schema.pattern === 'string' ? `/${schema.pattern}/` : formatSchema(schema)
}

/** What a call answers, as JSON in words or as kinds of bytes. */
function formatAnswer(operation: Operation): string[] {
  const [status, { content = {} }] = answerOf(operation)
  const answer = status === '200' ? 'Answer' : `Answer, with status ${status}`
  const json = content['application/json']
  if (json === undefined) return [`${answer}: ${Object.keys(content).join(', ')}`, '']
  return [answer, '', ...fence(formatSchema(json.schema))]
}

function fence(text: string): string[] {
  return ['```ts', text, '```', '']
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|').replaceAll('\n', ' ')}\``
}
