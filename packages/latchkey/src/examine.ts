/** `latchkey/examine`: finds layout faults of an open card, for tests in a page. Only in the repository: it is not published. */
export { examineCard } from './widget/fixtures/examineCard.ts'
