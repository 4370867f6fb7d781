// 256 words, one for each byte of a code that moves a card to another device.
export default (
  'acorn amber anchor apple april apron arch arrow ash autumn badge baker balcony ball bamboo banjo bank barn ' +
  'basil basket bay beach bean bear bell bench berry birch bird biscuit blanket boat bonfire book boot bottle ' +
  'bowl box brass bread brick bridge brook broom brush bucket butter button cabin cake camel camp candle canoe ' +
  'carpet carrot castle cedar cellar chair chalk cheese cherry chess chest chimney circle circus clay cliff cloak ' +
  'clock cloud clover coat cocoa coffee comb comet compass copper coral corn cotton cousin cow crab crane cricket ' +
  'crow crown cup curtain daisy dance dawn deer desk diamond dinner dolphin door dove dragon drawer dream drum ' +
  'duck dust eagle east echo egg elbow ember engine evening falcon farm feather fence fern ferry fiddle field ' +
  'finger fire fish flag flame flour flower flute fog forest fork fox frog frost fruit garden garlic gate giant ' +
  'ginger glacier glass globe glove goat gold goose grape grass gravel guitar hammer harbour harp hat hawk hazel ' +
  'heart hedge helmet heron hill hive honey hook horn horse house ink iron island ivory jacket jar jelly jewel ' +
  'juice july kettle key kite kitten ladder lake lamb lamp lantern leaf lemon letter lily lime lion log lotus ' +
  'maple map marble market meadow melon mill mint mirror mitten moon moose morning moss mountain mouse museum ' +
  'mushroom nail napkin needle nest night noon north nut oak oar ocean olive onion orange orchard otter oven owl ' +
  'paddle paint palace palm paper parrot path peach pear pearl pebble pencil penguin pepper piano pillow pine ' +
  'planet plum pocket'
).split(' ');
