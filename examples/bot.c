/* A bot for century in plain C, over standard input and output. docs/bot-protocol.md defines the
 * protocol, docs/notation.md the text form of positions and actions.
 *
 *     cc -std=c11 -Wall -Wextra -O2 -o bot bot.c
 *     century check-bot ./bot
 *     century play --bot ./bot
 *
 * The program receives the position and the legal actions before each decision, so it keeps nothing
 * between decisions. In Spice Road it aims at the point card that it can nearly pay for; in Eastern
 * Wonders it only ranks the kinds of action, and sails at random.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS = 4, LONGEST = 65536 };

static const char LETTERS[] = "YRGB"; /* in the order of their value, 1 to 4 */

typedef struct {
    int of[COLOURS];
} Cubes;

static char position[LONGEST], legal[LONGEST];
static uint64_t generator;

/* Reading text */

static Cubes read_cubes(const char *text, size_t length) {
    Cubes cubes = {{0}};
    for (size_t i = 0; i < length; i++) {
        const char *letter = strchr(LETTERS, text[i]);
        if (letter && *letter)
            cubes.of[letter - LETTERS]++;
    }
    return cubes;
}

/* The value of a field `key=value` of the position, and its length. */
static const char *field(const char *key, size_t *length) {
    size_t key_length = strlen(key);
    for (const char *at = strchr(position, ' '); at; at = strchr(at + 1, ' ')) {
        if (strncmp(at + 1, key, key_length) == 0 && at[1 + key_length] == '=') {
            const char *value = at + 2 + key_length;
            *length = strcspn(value, " ");
            return value;
        }
    }
    *length = 0;
    return "";
}

/* The n-th part, from 0, of a text with a separator; NULL if there are fewer parts. */
static const char *part(const char *text, size_t whole, char sign, int n, size_t *length) {
    const char *end = text + whole;
    for (; n > 0; n--) {
        const char *next = memchr(text, sign, (size_t)(end - text));
        if (!next)
            return NULL;
        text = next + 1;
    }
    const char *next = memchr(text, sign, (size_t)(end - text));
    *length = (size_t)((next ? next : end) - text);
    return text;
}

/* My part of a field by seat; the seat that decides is mine. */
static const char *mine(const char *key, size_t *length) {
    size_t whole;
    int seat = atoi(field("seat", &whole));
    const char *value = field(key, &whole);
    const char *found = part(value, whole, '/', seat, length);
    return found ? found : (*length = 0, "");
}

static int count_list(const char *text, size_t length) {
    if (length == 0 || *text == '-')
        return 0;
    int count = 1;
    for (size_t i = 0; i < length; i++)
        count += text[i] == ',';
    return count;
}

/* Evaluating cubes */

/* How near some cubes are to the cost of a point card: its points times the square of the share held. */
static double nearness(Cubes have, Cubes cost) {
    int whole = 0, missing = 0, colours = 0;
    for (int c = 0; c < COLOURS; c++) {
        int short_of = cost.of[c] > have.of[c] ? cost.of[c] - have.of[c] : 0;
        whole += (c + 1) * cost.of[c];
        missing += (c + 1) * short_of;
        colours += cost.of[c] > 0;
    }
    double held = 1.0 - (double)missing / (whole ? whole : 1);
    int points = whole + (colours > 2 ? colours - 2 : 0); /* holds for every point card */
    return points * held * held;
}

/* The best point card that these cubes nearly pay for, with a small penalty for too many cubes. */
static double worth(Cubes cubes) {
    size_t whole, length;
    const char *row = field("points", &whole), *card;
    double best = 0;
    for (int n = 0; (card = part(row, whole, ',', n, &length)); n++) {
        double value = nearness(cubes, read_cubes(card, length));
        best = value > best ? value : best;
    }
    int total = 0;
    for (int c = 0; c < COLOURS; c++)
        total += cubes.of[c];
    return best - (total > 10 ? total - 10 : 0);
}

static Cubes upgraded(Cubes cubes, int steps) {
    for (; steps > 0; steps--) {
        Cubes best = cubes;
        for (int c = 0; c + 1 < COLOURS; c++) {
            Cubes other = cubes;
            other.of[c]--;
            other.of[c + 1]++;
            if (cubes.of[c] > 0 && worth(other) > worth(best))
                best = other;
        }
        cubes = best;
    }
    return cubes;
}

/* The cubes after a merchant card is used once: `YYR` takes, `up2` upgrades, `YYY>B` trades. */
static Cubes played(Cubes cubes, const char *card, size_t length) {
    if (strncmp(card, "up", 2) == 0)
        return upgraded(cubes, atoi(card + 2));
    const char *arrow = memchr(card, '>', length);
    size_t paid = arrow ? (size_t)(arrow - card) : 0;
    Cubes price = read_cubes(card, paid), gain = read_cubes(card + paid, length - paid);
    for (int c = 0; c < COLOURS; c++)
        cubes.of[c] += gain.of[c] - price.of[c];
    return cubes;
}

/* Evaluating actions */

static double worth_of(char letter) {
    const char *found = strchr(LETTERS, letter);
    return found ? (double)(found - LETTERS) + 1 : 0;
}

static int starts(const char *token, const char *verb) {
    return strncmp(token, verb, strlen(verb)) == 0;
}

/* A random number from 0 to 1 from a generator of our own, so that the seed fixes the game. */
static double chance(void) {
    generator = generator * 6364136223846793005u + 1442695040888963407u;
    return (double)(generator >> 33) / 2147483648.0;
}

/* The cubes after a decision, as far as its token says. */
static Cubes after(Cubes cubes, const char *token, size_t length) {
    size_t phase_length;
    const char *phase = field("phase", &phase_length);
    const char *letter = strchr(LETTERS, token[length - 1]);
    int colour = letter ? (int)(letter - LETTERS) : 0;
    if (starts(token, "play "))
        return played(cubes, token + 5, length - 5);
    if (starts(token, "trade") && starts(phase, "trade:"))
        return played(cubes, phase + 6, phase_length - 6);
    if (starts(token, "pay ") || starts(token, "discard "))
        cubes.of[colour]--;
    if (starts(token, "upgrade ")) {
        cubes.of[colour]--;
        cubes.of[colour + 1]++;
    }
    return cubes;
}

static double rate_spice_road(const char *token, size_t length) {
    size_t size, hand_size, row_size;
    const char *text = mine("cubes", &size);
    Cubes cubes = read_cubes(text, size);
    text = mine("hand", &hand_size);
    int cards = count_list(text, hand_size);
    text = mine("played", &size);
    int spent = count_list(text, size);
    double better = worth(after(cubes, token, length)) - worth(cubes);
    if (starts(token, "claim ")) {
        const char *row = field("points", &row_size);
        const char *card = part(row, row_size, ',', atoi(token + 6) - 1, &size);
        return 100 + (card ? nearness(cubes, read_cubes(card, size)) : 0);
    }
    if (starts(token, "acquire ")) /* the first one is free; a large hand needs no more */
        return cards + spent < 8 ? 2.5 - atoi(token + 8) : -5;
    if (starts(token, "rest"))
        return 0.4 * spent;
    if (starts(token, "play "))
        return better - 0.1;
    return better;
}

/* Ranks the kinds of action; payments take the cheapest cube. */
static double rate_eastern_wonders(const char *token) {
    static const char *const liked[] = {"claim", "build", "bonus points", "bonus", "collect", "trade",
                                        "harvest", "upgrade", "done", "pass"};
    static const char *const cheap[] = {"drop ", "pay ", "discard "};
    size_t length;
    int kinds = (int)(sizeof liked / sizeof *liked);
    if (starts(token, "anchor")) /* the first step of a turn is free, further ones cost a cube */
        return starts(field("phase", &length), "sail:0") ? 0 : 2;
    for (int n = 0; n < kinds; n++)
        if (starts(token, liked[n]))
            return kinds - n;
    for (int n = 0; n < 3; n++)
        if (starts(token, cheap[n]))
            return -worth_of(token[strlen(cheap[n])]);
    return chance(); /* sail, place, take, leave */
}

/* Choose the legal action with the highest value. */
static void answer(void) {
    const char *best = legal;
    size_t best_length = strcspn(legal, ",");
    double most = -1e9;
    for (const char *token = legal; *token;) {
        size_t length = strcspn(token, ",");
        double value = starts(position, "spice-road/") ? rate_spice_road(token, length)
                                                       : rate_eastern_wonders(token);
        if (value > most) {
            most = value;
            best = token;
            best_length = length;
        }
        token += length;
        token += strspn(token, ", ");
    }
    printf("info %.2f\n", most);
    printf("choose %.*s\n", (int)best_length, best);
}

int main(void) {
    static char line[LONGEST];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (starts(line, "century ")) {
            puts("name bot.c");
            puts("ready");
        } else if (starts(line, "new ")) {
            const char *seed = strstr(line, " seed ");
            generator = seed ? strtoull(seed + 6, NULL, 10) : 1;
        } else if (starts(line, "position ")) {
            strcpy(position, line + strlen("position "));
        } else if (starts(line, "legal ")) {
            strcpy(legal, line + strlen("legal "));
        } else if (starts(line, "go ")) {
            answer();
        } else if (strcmp(line, "quit") == 0) {
            break;
        } /* unknown lines are ignored, as later versions may add some */
        fflush(stdout);
    }
    return 0;
}
