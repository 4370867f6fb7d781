// Games on a boardgame.io server, in memory: the tic-tac-toe of its tutorial, and games of Banquise by their own rules.
//
//     NODE_ENV=production node server.js PORT [FOLDER GAME ...]
//
// FOLDER has what peer.py writes for each game: its rules as WebAssembly, where the fields of its state lie, and who sees them.
const { readFileSync } = require('fs');
const { Server, Origins } = require('boardgame.io/server');
const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');
const { freeze, original } = require('immer');

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const holds = (line) => line.every((id) => G.cells[id] !== null && G.cells[id] === G.cells[line[0]]);
    if (LINES.some(holds)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const NUMBERS = { i1: Int8Array, i2: Int16Array, i4: Int32Array, i8: BigInt64Array };

function differ(one, other) {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return true;
  return false;
}

// A game of Banquise. G is the state, a flat list of numbers for each field, which costs the least here: the lists are
// read without Immer's proxies, and only those that a move has changed are written anew, frozen as Immer advises.
function ownRules(folder, name) {
  const { buffers, layouts, fields, chance, nobody } = JSON.parse(readFileSync(`${folder}/${name}.json`));
  const rules = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(`${folder}/${name}.wasm`))).exports;
  const layout = layouts[buffers.state.item];
  const memory = fields.map(({ name: field, see, row }) => {
    const { kind, shape, offset } = layout.fields[field];
    const size = shape.reduce((one, other) => one * other, 1);
    const numbers = new NUMBERS[kind](rules.memory.buffer, buffers.state.address + offset, size);
    return { field, see, row, numbers };
  });
  const hidden = memory.filter(({ see }) => see !== 'public');

  const blank = () => Object.fromEntries(memory.map(({ field, numbers }) => [field, Array(numbers.length).fill(0)]));

  const load = (board) => memory.forEach(({ field, numbers }) => numbers.set(board[field]));

  const keep = (G, before) => {
    for (const { field, numbers } of memory) {
      const old = before[field];
      if (differ(numbers, old)) G.board[field] = freeze(Array.from(numbers));
    }
    G.due = Number(rules.to_act());
    if (G.due === nobody) G.winners = Number(rules.winners());
  };

  return {
    name,
    setup: () => ({ board: blank(), due: nobody, winners: null }),
    disableUndo: true,
    turn: { activePlayers: ActivePlayers.ALL }, // who may move is the rules' affair
    moves: {
      begin: { move: (_, board, due) => ({ board, due, winners: null }), client: false }, // where the other match began
      play: {
        move: ({ G, playerID }, codes) => {
          const before = original(G).board;
          const seat = BigInt(playerID);
          load(before);
          for (const code of codes.map(BigInt)) {
            if (rules.why_illegal(seat, code) !== 0n) return INVALID_MOVE;
            rules.play(seat, code);
          }
          while (Number(rules.to_act()) === chance) {
            if (rules.odds() !== 1n) throw new Error('a draw of chance: these matches have none after their beginning');
            rules.settle(0n); // what follows by itself
          }
          keep(G, before);
        },
        client: false,
        ignoreStaleStateID: true, // as simultaneous moves need it
        redact: hidden.length > 0,
      },
    },
    endIf: ({ G }) => (G.winners === null ? undefined : { winners: G.winners }),
    playerView: ({ G, playerID }) => {
      if (!hidden.length) return G;
      const board = { ...G.board };
      for (const { field, see, row } of hidden) {
        if (see === 'owner' && playerID !== null) board[field] = board[field].slice(playerID * row, (+playerID + 1) * row);
        else delete board[field];
      }
      return { ...G, board };
    },
  };
}

const [port, folder, ...names] = process.argv.slice(2);
const games = [TicTacToe, ...names.map((name) => ownRules(folder, name))];
const server = Server({ games, origins: [Origins.LOCALHOST] });
server.run({ port: Number(port), callback: () => console.log('ready') });
