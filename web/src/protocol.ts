// Made by `python -m banquise.server.typescript` from the protocols beside it. Do not edit.

/** A field of a view: a number, or rows of them. */
export type Numbers = number | Numbers[];

/** The fields of a game's view by their names. */
export type Position = Record<string, Numbers>;

/** A move in parts: its kind, and what it is about. */
export type Parts = { kind: string } & Record<string, string | number>;

export const PROTOCOL = 1;
export const FRAME_BYTES = 4096;

/** Time to think: none; so many seconds for each move; or so many for the match, with an increment. A seat that runs out of time is played by a bot of ``level``, or resigns. */
export interface Clock {
  kind?: 'none' | 'move' | 'match';
  seconds?: number;
  increment?: number;
  late?: 'bot' | 'resign';
  level?: string;
}

/** Come to a table: with a token or a card to one's seats, without to watch. ``seen`` and ``undos`` are from the last view. */
export interface Hello {
  type: 'hello';
  protocol: number;
  table: string;
  token?: string | null;
  language?: 'en' | 'fr' | 'de' | 'fa';
  card?: string | null;
  seen?: number | null;
  undos?: number | null;
  notes?: number | null;
}

/** Make a move: as text, as a code, or as codes made together. ``seen``: the number of events seen so far. */
export interface Move {
  type: 'move';
  id: string;
  seat?: number | null;
  move: string | number | number[];
  seen?: number;
}

/** What a move would do, as far as the seat can know. Nothing happens. */
export interface Preview {
  type: 'preview';
  id: string;
  seat?: number | null;
  move: string;
}

/** Ask the game's best bot what it would do; nothing happens. Only where ``table`` says that hints are given. */
export interface Hint {
  type: 'hint';
  id: string;
  seat?: number | null;
}

/** Ask to take back one's last move. */
export interface Undo {
  type: 'undo';
  id: string;
  seat?: number | null;
}

/** Agree, or not, that another seat takes back a move. */
export interface Consent {
  type: 'consent';
  id: string;
  seat?: number | null;
  yes: boolean;
}

/** Say something to everybody at the table. */
export interface Chat {
  type: 'chat';
  id: string;
  seat?: number | null;
  text: string;
}

/** Give the match up: one's seat is out of it. */
export interface Resign {
  type: 'resign';
  id: string;
  seat?: number | null;
}

/** Add to chance anew: somebody who did not reveal has lost their seat, and what was revealed does not count. */
export interface Seal {
  type: 'seal';
  id: string;
  seat?: number | null;
  entropy: string;
}

/** All sit: show the part of chance whose seal was given as ``entropy``. When all have, the match starts. */
export interface Reveal {
  type: 'reveal';
  id: string;
  seat?: number | null;
  part: string;
}

/** Get up; the connection stays, to watch. */
export interface Leave {
  type: 'leave';
  id: string;
  seat?: number | null;
}

/** Wait no longer for an absent person: they are warned, and if they do not come back, a bot plays for them. It is the bot that they have chosen, else a bear; ``level`` is not heard. Before the start it is for whoever does not reveal their part: they lose the seat. */
export interface Claim {
  type: 'claim';
  id: string;
  seat?: number | null;
  of: number;
  level?: string;
}

/** Choose the bot that is to play for oneself while one is away. */
export interface Deputy {
  type: 'deputy';
  id: string;
  seat?: number | null;
  level: string;
}

/** Take one's seat back from the bot that has played for it. */
export interface Back {
  type: 'back';
  id: string;
  seat?: number | null;
}

/** Ask for another match, or agree to one. */
export interface Rematch {
  type: 'rematch';
  id: string;
  seat?: number | null;
  entropy?: string;
}

/** Ask whether the line holds; the answer is ``pong``. */
export interface Ping {
  type: 'ping';
}

/** A seat and who holds it. */
export interface SeatInfo {
  colour: string;
  name: string;
  kind: 'open' | 'person' | 'bot';
  level: string | null;
  connected: boolean;
  left: boolean;
  resigned: boolean;
  seal: string;
  part: string;
  must_seal: boolean;
  claimable: boolean;
  warned: boolean;
  deputy: string | null;
}

/** A message of the catalogues, and the sentence it makes in the client's language. */
export interface Said {
  key: string;
  params: Record<string, string | number>;
  text: string;
}

/** How the match ended. */
export interface Result {
  winners: number[];
  ending: Said;
  points: number[];
}

/** Who asks to take back, and which seats have agreed. */
export interface UndoInfo {
  seat: number;
  agreed: number[];
}

/** Something that happened beside the match, or was said (``chat`` is then what; show it as text, never as HTML). */
export interface NoteInfo {
  number: number;
  at: number;
  seat: number | null;
  said: Said;
  chat: string | null;
}

/** That a table is one of a duplicate; ``name`` where the comparison is, once one may know it. */
export interface DealtInfo {
  name: string | null;
  known: boolean;
  later: boolean;
  settled: boolean;
}

/** The table beside the match. Sent at first and whenever it changes; ``notes`` are those not sent before. */
export interface Table {
  type: 'table';
  protocol: number;
  table: string;
  game: string;
  title: string;
  options: Record<string, string>;
  clock: Clock;
  public: boolean;
  status: 'open' | 'running' | 'over';
  seats: SeatInfo[];
  you: number[];
  commitment: string;
  entropy: string[];
  seed: string | null;
  result: Result | null;
  undo: UndoInfo | null;
  rematch_asked: number[];
  rematch: string | null;
  notes: NoteInfo[];
  rated: boolean;
  duplicate: DealtInfo | null;
  hints: boolean;
}

/** A legal move; ``parts`` is what the game says about it for lighting up the board. */
export interface MoveInfo {
  code: number;
  text: string;
  parts?: Parts | null;
}

/** A seat's time: milliseconds left when this was sent, and whether it is running. */
export interface ClockInfo {
  left: number;
  running: boolean;
}

/** One number of the view that an event changed: the field, where in it, before and after. */
export type ChangeInfo = [field: string, at: number[], old: number, new: number];

/** Something the viewer saw happen. ``by`` is a seat, or null for chance; ``move`` is null where it is secret. */
export interface EventInfo {
  number: number;
  by: number | null;
  move: string | null;
  said: Said[];
  changes: ChangeInfo[];
}

/** The match as one viewer sees it. ``events`` replace whatever the client has from number ``since`` on. ``points``: the score of each seat, as far as everybody can see it. */
export interface View {
  type: 'view';
  seat: number | null;
  to_act: number[];
  view: Position;
  legal: MoveInfo[];
  prompt: Said | null;
  clocks: ClockInfo[] | null;
  undos: number;
  since: number;
  events: EventInfo[];
  points: number[];
}

/** The command has happened and is on disk. */
export interface Done {
  type: 'done';
  id: string;
}

/** What a move would do. ``said``: what the log would tell of it; ``refused`` and ``paragraph``: why the rules would not have it. */
export interface Previewed {
  type: 'previewed';
  id: string;
  preview: Record<string, unknown>;
  said: Said[];
  refused: Said | null;
  paragraph: string | null;
}

/** A move to try, as it would be sent, and ``said``: what the log would tell of it. A ``level`` would make it, which knows no more than the seat, and sees this ``chance`` to win; ``reason``: why. */
export interface Hinted {
  type: 'hinted';
  id: string;
  level: string;
  move: string;
  said: Said[];
  chance: number | null;
  reason: Said | null;
}

/** The command cannot be; nothing has changed. What the client had missed comes in a ``view`` before this. */
export interface Refused {
  type: 'refused';
  id: string;
  reason: Said;
  paragraph: string | null;
}

/** A message that could not be taken. The list of codes is closed. */
export interface Error {
  type: 'error';
  code: 'not_text' | 'bad_json' | 'bad_message' | 'hello_first' | 'hello_twice' | 'protocol' | 'no_table' | 'token' | 'too_fast' | 'frozen' | 'busy' | 'unavailable' | 'fault' | 'closed';
  text: string;
}

/** The answer to ``ping``: the line holds. */
export interface Pong {
  type: 'pong';
}

/** A seat of a new table: for me, for whoever comes, or for a bot of a level. */
export interface PlaceWish {
  kind: 'me' | 'open' | 'bot';
  level?: string;
  name?: string | null;
}

/** A table to be made. Several seats for me: pass and play, one connection holds them all. */
export interface NewTable {
  game: string;
  seats: PlaceWish[];
  options?: Record<string, string>;
  name?: string;
  title?: string;
  clock?: Clock;
  public?: boolean;
  entropy?: string;
  rated?: boolean;
}

/** Sit down, on a seat or on the first free one. */
export interface JoinWish {
  name?: string;
  seat?: number | null;
  entropy?: string;
}

/** Where one sits. The token opens these seats; it is shown once and never again. */
export interface Seated {
  table: string;
  seats: number[];
  token: string | null;
  commitment: string;
}

/** A value of an option that gives so many seats other colours than usual. */
export interface OtherColours {
  value: string;
  seats: number;
  colours: string[];
}

/** A rule that the players may choose; the first value is usual. */
export interface OptionInfo {
  name: string;
  values: string[];
  paragraph: string;
  about: string;
  needs: number[];
  colours: OtherColours[];
}

/** A game in a few words of one language. */
export interface About {
  title: string;
  summary: string;
  goal: string;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  year: string;
  author: string;
  publisher: string;
  summary: string;
  reconstructed: string;
  minutes: number;
  seats: number[];
  options: OptionInfo[];
  rules: number;
  levels: string[];
  prefix: string;
  secrets: boolean;
  undo: boolean;
  lesson: boolean;
  puzzles: number;
  colours: Record<string, string[]>;
  about: Record<string, About>;
}

/** Draw what a seat sees, or what everybody does; with a seat null the fields of seats have a row for each. */
export interface DrawWish {
  view: Position;
  seat?: number | null;
  language?: string;
}

/** A table in the lobby. */
export interface Listed {
  table: string;
  game: string;
  status: string;
  created: number;
  title: string;
  options: Record<string, string>;
  clock: Clock;
  seats: Record<string, string>[];
  winners: number[] | null;
  rated: boolean;
}

/** Public tables, newest first; ``next`` continues the list. */
export interface Lobby {
  tables: Listed[];
  next: string | null;
}

/** A step of a lesson in words: what there is to see, and what to do (empty where one only looks). In texts ``[g7]`` is a place of the board and ``**so**`` is stressed; ``fresh`` says that a new table is set. */
export interface LessonStep {
  name: string;
  title: string;
  see: string;
  do: string;
  cites: string[];
  fresh: boolean;
  colours: string[];
}

/** A lesson: a scripted match in which only what is taught is accepted. ``seat`` is the learner's. */
export interface LessonInfo {
  game: string;
  title: string;
  welcome: string;
  farewell: string;
  seat: number;
  steps: LessonStep[];
}

/** What a learner does at a step; ``made`` is what they have done of it already. Nothing is kept between two. */
export interface LessonTry {
  move?: string;
  made?: string[];
  language?: 'en' | 'fr' | 'de' | 'fa';
}

/** What became of a try. Taught, or a part of it: ``view`` shows what follows. Otherwise nothing has changed. ``said`` is what the step says when it is done, its hint for an untaught move, or the rules' reason. */
export interface LessonAnswer {
  verdict: 'taught' | 'under_way' | 'untaught' | 'refused';
  said: string;
  paragraph: string | null;
  view: View | null;
}

/** A puzzle in short: its difficulty from 1 to 5, the same on the scale of ratings, and what it is about. */
export interface PuzzleCard {
  number: number;
  difficulty: number;
  rating: number;
  themes: string[];
}

/** A game's puzzles. ``today`` is the number of the puzzle of the day; null where there is none. */
export interface PuzzleBook {
  game: string;
  today: number | null;
  puzzles: PuzzleCard[];
}

/** Why a request was not done. */
export interface Problem {
  reason: string;
  text: string;
}

/** A record to be shown: its text, through whose eyes, in which language. Nothing of it is kept. */
export interface OpenRecord {
  record: string;
  eyes?: string;
  language?: 'en' | 'fr' | 'de' | 'fa';
}

/** Play on after so many lines of the log: on a seat, against bots of a level on the others. */
export interface PlayOn {
  line: number;
  seat: number;
  level?: string;
  name?: string;
  entropy?: string;
  table?: string | null;
  record?: string | null;
}

/** Judge a whole match; or with a line of its log (from 1), say what the game's best bot would have done instead. */
export interface StudyWish {
  line?: number | null;
  language?: 'en' | 'fr' | 'de' | 'fa';
  table?: string | null;
  record?: string | null;
}

/** A line of the log: who decided (null: chance), what, and how many milliseconds after the line before. */
export interface LineInfo {
  by: number | null;
  move: string;
  took: number | null;
}

/** A check of a record: does it hold? Null where it cannot be made. */
export interface CheckInfo {
  name: 'legal' | 'state' | 'result' | 'seed' | 'chance';
  holds: boolean | null;
}

/** A match looked back on through somebody's eyes: a seat's, a spectator's, or with everything revealed. ``counts``: how many of the view's events had happened before any line of the log, after one, after two ... ``scores``: the score of each seat at the same moments, as far as everybody can see it. With everything revealed, the fields named in ``rows`` hold a row for each seat where a seat's view has its own. */
export interface Replay {
  table: Table;
  eyes: string;
  view: View;
  rows: string[];
  counts: number[];
  scores: number[][];
  log: LineInfo[];
  checks: CheckInfo[];
  ended: boolean;
  set_up: boolean;
}

/** A line of the log that changed much: whose chance rose or fell most, and by how much. */
export interface SwingInfo {
  line: number;
  seat: number;
  swing: number;
}

/** What the game's best bot would have done instead of a line of the log, why if it can tell, and what was done. */
export interface OpinionInfo {
  line: number;
  seat: number;
  level: string;
  move: string;
  said: Said[];
  chance: number | null;
  reason: Said | null;
  played: string;
  played_said: Said[];
  same: boolean;
}

/** How far the thinking about a match has come. ``chances``: each seat's after every line so far, the first before. ``judge`` is the level that thinks: chances are as it sees them. ``ahead``: others before this one. */
export interface Study {
  key: string;
  status: 'waiting' | 'thinking' | 'done' | 'failed' | 'stopped';
  judge: string;
  ahead: number;
  done: number;
  all: number;
  chances: number[][];
  swings: SwingInfo[];
  opinion: OpinionInfo | null;
}

export type FromClient = Hello | Move | Preview | Hint | Undo | Consent | Chat | Resign | Seal | Reveal | Leave | Claim | Deputy | Back | Rematch | Ping;
export type ToClient = Table | View | Done | Previewed | Hinted | Refused | Error | Pong;

/** Why the server closes a WebSocket. */
export const Close = {
  GOING_AWAY: 1001,
  TOO_BIG: 1009,
  RESTART: 1012,
  NO_TABLE: 4004,
  TOO_FAST: 4029,
  TOO_SLOW: 4008,
  SILENT: 4001,
  PROTOCOL: 4002,
  TOKEN: 4003,
  FROZEN: 4010,
  FULL: 4013,
  CLOSED: 4014,
  FAULT: 1011,
} as const;
/** How many characters a text may have. */
export const Longest = {
  NAME: 24,
  TITLE: 60,
  CHAT: 500,
  MOVE: 500,
} as const;
