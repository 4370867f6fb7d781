// Tic-tac-toe on a boardgame.io server, in memory, as its documentation shows it.
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // Any cell may be taken again, so that a match never ends and only moves are measured.
    clickCell: ({ G, playerID }, id) => {
      if (id < 0 || id > 8) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
};

const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('ready') });
