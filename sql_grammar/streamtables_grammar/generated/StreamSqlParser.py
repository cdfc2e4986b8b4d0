# Generated from StreamSql.g4 by ANTLR 4.13.2
# encoding: utf-8
from antlr4 import *
from io import StringIO
import sys
if sys.version_info[1] > 5:
	from typing import TextIO
else:
	from typing.io import TextIO

def serializedATN():
    return [
        4,1,100,571,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,
        7,6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,
        13,2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,
        20,7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,
        26,2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,
        33,7,33,2,34,7,34,2,35,7,35,2,36,7,36,2,37,7,37,2,38,7,38,2,39,7,
        39,2,40,7,40,2,41,7,41,2,42,7,42,2,43,7,43,2,44,7,44,2,45,7,45,2,
        46,7,46,2,47,7,47,1,0,1,0,5,0,99,8,0,10,0,12,0,102,9,0,1,0,1,0,1,
        1,1,1,1,1,1,1,1,1,1,1,3,1,112,8,1,1,1,1,1,1,1,1,1,1,1,3,1,119,8,
        1,1,1,1,1,3,1,123,8,1,1,1,1,1,1,1,1,1,3,1,129,8,1,1,1,1,1,3,1,133,
        8,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,148,
        8,1,1,1,1,1,1,1,1,1,1,1,3,1,155,8,1,1,1,1,1,3,1,159,8,1,1,1,1,1,
        1,1,1,1,1,1,1,1,5,1,167,8,1,10,1,12,1,170,9,1,1,1,3,1,173,8,1,1,
        1,1,1,1,1,1,1,3,1,179,8,1,1,1,3,1,182,8,1,1,1,1,1,3,1,186,8,1,1,
        1,1,1,1,1,1,1,1,1,1,1,5,1,194,8,1,10,1,12,1,197,9,1,1,1,1,1,3,1,
        201,8,1,1,1,1,1,1,1,1,1,1,1,3,1,208,8,1,1,1,1,1,1,1,1,1,1,1,1,1,
        3,1,216,8,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,224,8,1,1,1,1,1,1,1,1,1,
        1,1,1,1,5,1,232,8,1,10,1,12,1,235,9,1,3,1,237,8,1,1,1,1,1,3,1,241,
        8,1,1,2,1,2,3,2,245,8,2,1,2,1,2,1,2,3,2,250,8,2,1,2,1,2,3,2,254,
        8,2,1,2,5,2,257,8,2,10,2,12,2,260,9,2,1,2,1,2,1,2,1,3,1,3,1,3,1,
        3,5,3,269,8,3,10,3,12,3,272,9,3,1,3,1,3,1,4,1,4,1,4,3,4,279,8,4,
        1,5,1,5,1,5,1,5,1,5,1,5,1,5,1,5,3,5,289,8,5,1,6,1,6,1,6,1,7,1,7,
        1,7,1,7,1,8,1,8,1,8,1,8,1,9,1,9,1,9,1,10,1,10,1,10,1,10,1,10,5,10,
        310,8,10,10,10,12,10,313,9,10,1,10,1,10,1,11,1,11,1,11,1,11,1,12,
        1,12,1,12,1,13,1,13,3,13,326,8,13,1,13,1,13,1,14,1,14,1,15,1,15,
        1,15,1,15,1,15,1,15,1,15,1,15,1,15,1,15,3,15,342,8,15,1,15,1,15,
        1,15,1,15,1,15,1,15,1,15,1,15,3,15,352,8,15,1,15,1,15,3,15,356,8,
        15,1,16,1,16,1,17,1,17,3,17,362,8,17,1,17,1,17,1,18,1,18,1,18,5,
        18,369,8,18,10,18,12,18,372,9,18,1,18,3,18,375,8,18,1,19,1,19,1,
        19,3,19,380,8,19,1,20,1,20,1,20,1,20,1,20,1,20,5,20,388,8,20,10,
        20,12,20,391,9,20,1,20,5,20,394,8,20,10,20,12,20,397,9,20,1,21,1,
        21,1,21,1,21,3,21,403,8,21,1,22,1,22,1,22,1,23,1,23,1,23,1,23,1,
        23,1,23,1,24,1,24,1,24,1,24,1,24,1,24,1,24,1,24,1,24,1,24,1,24,1,
        24,1,24,3,24,427,8,24,1,25,4,25,430,8,25,11,25,12,25,431,1,26,1,
        26,1,26,1,26,1,27,1,27,1,28,1,28,1,28,1,28,1,28,1,29,1,29,4,29,447,
        8,29,11,29,12,29,448,1,30,1,30,1,30,3,30,454,8,30,1,30,1,30,1,31,
        4,31,459,8,31,11,31,12,31,460,1,32,1,32,5,32,465,8,32,10,32,12,32,
        468,9,32,1,32,1,32,3,32,472,8,32,1,33,1,33,5,33,476,8,33,10,33,12,
        33,479,9,33,1,33,4,33,482,8,33,11,33,12,33,483,1,33,4,33,487,8,33,
        11,33,12,33,488,5,33,491,8,33,10,33,12,33,494,9,33,1,33,1,33,5,33,
        498,8,33,10,33,12,33,501,9,33,3,33,503,8,33,1,34,1,34,1,34,3,34,
        508,8,34,1,34,1,34,1,35,1,35,1,35,1,35,3,35,516,8,35,1,36,1,36,1,
        36,1,37,1,37,1,37,1,37,1,38,1,38,1,38,1,39,1,39,1,39,1,40,1,40,1,
        40,5,40,534,8,40,10,40,12,40,537,9,40,1,41,1,41,1,41,1,41,5,41,543,
        8,41,10,41,12,41,546,9,41,1,41,1,41,1,42,1,42,1,42,3,42,553,8,42,
        1,43,1,43,1,44,3,44,558,8,44,1,44,1,44,1,45,3,45,563,8,45,1,45,1,
        45,1,46,1,46,1,47,1,47,1,47,0,0,48,0,2,4,6,8,10,12,14,16,18,20,22,
        24,26,28,30,32,34,36,38,40,42,44,46,48,50,52,54,56,58,60,62,64,66,
        68,70,72,74,76,78,80,82,84,86,88,90,92,94,0,12,1,0,19,20,4,0,5,5,
        21,21,30,30,35,35,4,0,16,17,32,33,41,42,62,63,1,0,83,83,3,0,18,18,
        37,37,76,76,2,0,45,45,50,50,1,0,83,85,2,0,6,6,83,83,2,0,29,29,36,
        36,1,0,93,94,2,0,27,27,75,75,1,0,1,82,618,0,96,1,0,0,0,2,240,1,0,
        0,0,4,242,1,0,0,0,6,264,1,0,0,0,8,275,1,0,0,0,10,288,1,0,0,0,12,
        290,1,0,0,0,14,293,1,0,0,0,16,297,1,0,0,0,18,301,1,0,0,0,20,304,
        1,0,0,0,22,316,1,0,0,0,24,320,1,0,0,0,26,323,1,0,0,0,28,329,1,0,
        0,0,30,355,1,0,0,0,32,357,1,0,0,0,34,359,1,0,0,0,36,374,1,0,0,0,
        38,379,1,0,0,0,40,381,1,0,0,0,42,402,1,0,0,0,44,404,1,0,0,0,46,407,
        1,0,0,0,48,426,1,0,0,0,50,429,1,0,0,0,52,433,1,0,0,0,54,437,1,0,
        0,0,56,439,1,0,0,0,58,444,1,0,0,0,60,450,1,0,0,0,62,458,1,0,0,0,
        64,471,1,0,0,0,66,502,1,0,0,0,68,507,1,0,0,0,70,515,1,0,0,0,72,517,
        1,0,0,0,74,520,1,0,0,0,76,524,1,0,0,0,78,527,1,0,0,0,80,530,1,0,
        0,0,82,538,1,0,0,0,84,552,1,0,0,0,86,554,1,0,0,0,88,557,1,0,0,0,
        90,562,1,0,0,0,92,566,1,0,0,0,94,568,1,0,0,0,96,100,3,2,1,0,97,99,
        5,83,0,0,98,97,1,0,0,0,99,102,1,0,0,0,100,98,1,0,0,0,100,101,1,0,
        0,0,101,103,1,0,0,0,102,100,1,0,0,0,103,104,5,0,0,1,104,1,1,0,0,
        0,105,241,3,4,2,0,106,241,3,40,20,0,107,108,5,56,0,0,108,109,5,66,
        0,0,109,111,5,69,0,0,110,112,3,78,39,0,111,110,1,0,0,0,111,112,1,
        0,0,0,112,241,1,0,0,0,113,241,3,46,23,0,114,115,5,23,0,0,115,116,
        5,66,0,0,116,118,5,68,0,0,117,119,3,76,38,0,118,117,1,0,0,0,118,
        119,1,0,0,0,119,120,1,0,0,0,120,122,3,80,40,0,121,123,5,9,0,0,122,
        121,1,0,0,0,122,123,1,0,0,0,123,241,1,0,0,0,124,125,5,65,0,0,125,
        126,5,66,0,0,126,128,5,69,0,0,127,129,3,78,39,0,128,127,1,0,0,0,
        128,129,1,0,0,0,129,132,1,0,0,0,130,131,5,38,0,0,131,133,3,86,43,
        0,132,130,1,0,0,0,132,133,1,0,0,0,133,241,1,0,0,0,134,135,7,0,0,
        0,135,136,5,66,0,0,136,137,5,68,0,0,137,241,3,80,40,0,138,139,5,
        65,0,0,139,140,5,13,0,0,140,141,5,66,0,0,141,142,5,68,0,0,142,241,
        3,80,40,0,143,147,5,26,0,0,144,148,3,4,2,0,145,148,3,40,20,0,146,
        148,3,46,23,0,147,144,1,0,0,0,147,145,1,0,0,0,147,146,1,0,0,0,148,
        241,1,0,0,0,149,150,5,65,0,0,150,151,5,56,0,0,151,154,5,31,0,0,152,
        153,5,28,0,0,153,155,3,80,40,0,154,152,1,0,0,0,154,155,1,0,0,0,155,
        158,1,0,0,0,156,157,5,39,0,0,157,159,3,88,44,0,158,156,1,0,0,0,158,
        159,1,0,0,0,159,241,1,0,0,0,160,161,5,78,0,0,161,162,5,66,0,0,162,
        163,5,68,0,0,163,168,3,80,40,0,164,165,5,86,0,0,165,167,3,80,40,
        0,166,164,1,0,0,0,167,170,1,0,0,0,168,166,1,0,0,0,168,169,1,0,0,
        0,169,172,1,0,0,0,170,168,1,0,0,0,171,173,3,52,26,0,172,171,1,0,
        0,0,172,173,1,0,0,0,173,241,1,0,0,0,174,175,5,78,0,0,175,176,5,66,
        0,0,176,178,5,69,0,0,177,179,3,78,39,0,178,177,1,0,0,0,178,179,1,
        0,0,0,179,181,1,0,0,0,180,182,3,52,26,0,181,180,1,0,0,0,181,182,
        1,0,0,0,182,241,1,0,0,0,183,185,5,13,0,0,184,186,3,72,36,0,185,184,
        1,0,0,0,185,186,1,0,0,0,186,187,1,0,0,0,187,188,5,73,0,0,188,189,
        3,80,40,0,189,190,5,1,0,0,190,195,3,54,27,0,191,192,5,52,0,0,192,
        194,3,54,27,0,193,191,1,0,0,0,194,197,1,0,0,0,195,193,1,0,0,0,195,
        196,1,0,0,0,196,198,1,0,0,0,197,195,1,0,0,0,198,200,3,56,28,0,199,
        201,3,58,29,0,200,199,1,0,0,0,200,201,1,0,0,0,201,207,1,0,0,0,202,
        203,5,79,0,0,203,204,5,84,0,0,204,205,3,62,31,0,205,206,5,85,0,0,
        206,208,1,0,0,0,207,202,1,0,0,0,207,208,1,0,0,0,208,209,1,0,0,0,
        209,210,5,3,0,0,210,211,3,66,33,0,211,241,1,0,0,0,212,213,5,23,0,
        0,213,215,5,73,0,0,214,216,3,76,38,0,215,214,1,0,0,0,215,216,1,0,
        0,0,216,217,1,0,0,0,217,218,3,80,40,0,218,219,3,56,28,0,219,241,
        1,0,0,0,220,221,5,65,0,0,221,223,5,74,0,0,222,224,3,56,28,0,223,
        222,1,0,0,0,223,224,1,0,0,0,224,241,1,0,0,0,225,226,5,8,0,0,226,
        227,3,80,40,0,227,236,5,84,0,0,228,233,3,68,34,0,229,230,5,86,0,
        0,230,232,3,68,34,0,231,229,1,0,0,0,232,235,1,0,0,0,233,231,1,0,
        0,0,233,234,1,0,0,0,234,237,1,0,0,0,235,233,1,0,0,0,236,228,1,0,
        0,0,236,237,1,0,0,0,237,238,1,0,0,0,238,239,5,85,0,0,239,241,1,0,
        0,0,240,105,1,0,0,0,240,106,1,0,0,0,240,107,1,0,0,0,240,113,1,0,
        0,0,240,114,1,0,0,0,240,124,1,0,0,0,240,134,1,0,0,0,240,138,1,0,
        0,0,240,143,1,0,0,0,240,149,1,0,0,0,240,160,1,0,0,0,240,174,1,0,
        0,0,240,183,1,0,0,0,240,212,1,0,0,0,240,220,1,0,0,0,240,225,1,0,
        0,0,241,3,1,0,0,0,242,244,5,13,0,0,243,245,3,72,36,0,244,243,1,0,
        0,0,244,245,1,0,0,0,245,246,1,0,0,0,246,247,5,66,0,0,247,249,5,68,
        0,0,248,250,3,74,37,0,249,248,1,0,0,0,249,250,1,0,0,0,250,251,1,
        0,0,0,251,253,3,80,40,0,252,254,3,6,3,0,253,252,1,0,0,0,253,254,
        1,0,0,0,254,258,1,0,0,0,255,257,3,10,5,0,256,255,1,0,0,0,257,260,
        1,0,0,0,258,256,1,0,0,0,258,259,1,0,0,0,259,261,1,0,0,0,260,258,
        1,0,0,0,261,262,5,3,0,0,262,263,3,50,25,0,263,5,1,0,0,0,264,265,
        5,84,0,0,265,270,3,8,4,0,266,267,5,86,0,0,267,269,3,8,4,0,268,266,
        1,0,0,0,269,272,1,0,0,0,270,268,1,0,0,0,270,271,1,0,0,0,271,273,
        1,0,0,0,272,270,1,0,0,0,273,274,5,85,0,0,274,7,1,0,0,0,275,278,3,
        84,42,0,276,277,5,12,0,0,277,279,3,86,43,0,278,276,1,0,0,0,278,279,
        1,0,0,0,279,9,1,0,0,0,280,289,3,12,6,0,281,289,3,14,7,0,282,289,
        3,16,8,0,283,289,3,18,9,0,284,289,3,20,10,0,285,289,3,22,11,0,286,
        289,3,24,12,0,287,289,3,26,13,0,288,280,1,0,0,0,288,281,1,0,0,0,
        288,282,1,0,0,0,288,283,1,0,0,0,288,284,1,0,0,0,288,285,1,0,0,0,
        288,286,1,0,0,0,288,287,1,0,0,0,289,11,1,0,0,0,290,291,5,12,0,0,
        291,292,3,86,43,0,292,13,1,0,0,0,293,294,5,53,0,0,294,295,5,7,0,
        0,295,296,3,82,41,0,296,15,1,0,0,0,297,298,5,11,0,0,298,299,5,7,
        0,0,299,300,3,82,41,0,300,17,1,0,0,0,301,302,5,40,0,0,302,303,3,
        86,43,0,303,19,1,0,0,0,304,305,5,70,0,0,305,306,5,84,0,0,306,311,
        3,34,17,0,307,308,5,86,0,0,308,310,3,34,17,0,309,307,1,0,0,0,310,
        313,1,0,0,0,311,309,1,0,0,0,311,312,1,0,0,0,312,314,1,0,0,0,313,
        311,1,0,0,0,314,315,5,85,0,0,315,21,1,0,0,0,316,317,5,56,0,0,317,
        318,5,43,0,0,318,319,3,28,14,0,319,23,1,0,0,0,320,321,5,61,0,0,321,
        322,3,30,15,0,322,25,1,0,0,0,323,325,5,80,0,0,324,326,5,46,0,0,325,
        324,1,0,0,0,325,326,1,0,0,0,326,327,1,0,0,0,327,328,5,15,0,0,328,
        27,1,0,0,0,329,330,7,1,0,0,330,29,1,0,0,0,331,332,5,24,0,0,332,333,
        3,88,44,0,333,334,3,32,16,0,334,356,1,0,0,0,335,336,5,14,0,0,336,
        341,3,86,43,0,337,338,5,4,0,0,338,339,5,71,0,0,339,340,5,82,0,0,
        340,342,3,86,43,0,341,337,1,0,0,0,341,342,1,0,0,0,342,356,1,0,0,
        0,343,344,5,51,0,0,344,351,5,10,0,0,345,346,5,4,0,0,346,347,5,44,
        0,0,347,348,5,24,0,0,348,349,3,88,44,0,349,350,3,32,16,0,350,352,
        1,0,0,0,351,345,1,0,0,0,351,352,1,0,0,0,352,356,1,0,0,0,353,356,
        5,22,0,0,354,356,5,47,0,0,355,331,1,0,0,0,355,335,1,0,0,0,355,343,
        1,0,0,0,355,353,1,0,0,0,355,354,1,0,0,0,356,31,1,0,0,0,357,358,7,
        2,0,0,358,33,1,0,0,0,359,361,3,36,18,0,360,362,5,88,0,0,361,360,
        1,0,0,0,361,362,1,0,0,0,362,363,1,0,0,0,363,364,3,38,19,0,364,35,
        1,0,0,0,365,370,3,84,42,0,366,367,5,87,0,0,367,369,3,84,42,0,368,
        366,1,0,0,0,369,372,1,0,0,0,370,368,1,0,0,0,370,371,1,0,0,0,371,
        375,1,0,0,0,372,370,1,0,0,0,373,375,3,86,43,0,374,365,1,0,0,0,374,
        373,1,0,0,0,375,37,1,0,0,0,376,380,3,86,43,0,377,380,3,90,45,0,378,
        380,3,92,46,0,379,376,1,0,0,0,379,377,1,0,0,0,379,378,1,0,0,0,380,
        39,1,0,0,0,381,382,5,56,0,0,382,383,5,66,0,0,383,384,5,68,0,0,384,
        389,3,80,40,0,385,386,5,86,0,0,386,388,3,80,40,0,387,385,1,0,0,0,
        388,391,1,0,0,0,389,387,1,0,0,0,389,390,1,0,0,0,390,395,1,0,0,0,
        391,389,1,0,0,0,392,394,3,42,21,0,393,392,1,0,0,0,394,397,1,0,0,
        0,395,393,1,0,0,0,395,396,1,0,0,0,396,41,1,0,0,0,397,395,1,0,0,0,
        398,403,5,30,0,0,399,403,5,21,0,0,400,403,3,44,22,0,401,403,5,9,
        0,0,402,398,1,0,0,0,402,399,1,0,0,0,402,400,1,0,0,0,402,401,1,0,
        0,0,403,43,1,0,0,0,404,405,5,81,0,0,405,406,5,77,0,0,406,45,1,0,
        0,0,407,408,5,2,0,0,408,409,5,66,0,0,409,410,5,68,0,0,410,411,3,
        80,40,0,411,412,3,48,24,0,412,47,1,0,0,0,413,414,5,64,0,0,414,427,
        3,22,11,0,415,416,5,64,0,0,416,427,3,24,12,0,417,418,5,64,0,0,418,
        427,3,20,10,0,419,427,5,67,0,0,420,427,5,59,0,0,421,422,5,57,0,0,
        422,423,5,72,0,0,423,427,3,80,40,0,424,425,5,3,0,0,425,427,3,50,
        25,0,426,413,1,0,0,0,426,415,1,0,0,0,426,417,1,0,0,0,426,419,1,0,
        0,0,426,420,1,0,0,0,426,421,1,0,0,0,426,424,1,0,0,0,427,49,1,0,0,
        0,428,430,8,3,0,0,429,428,1,0,0,0,430,431,1,0,0,0,431,429,1,0,0,
        0,431,432,1,0,0,0,432,51,1,0,0,0,433,434,5,60,0,0,434,435,3,90,45,
        0,435,436,5,54,0,0,436,53,1,0,0,0,437,438,7,4,0,0,438,55,1,0,0,0,
        439,440,5,51,0,0,440,441,5,66,0,0,441,442,5,68,0,0,442,443,3,80,
        40,0,443,57,1,0,0,0,444,446,5,55,0,0,445,447,3,60,30,0,446,445,1,
        0,0,0,447,448,1,0,0,0,448,446,1,0,0,0,448,449,1,0,0,0,449,59,1,0,
        0,0,450,451,7,5,0,0,451,453,5,68,0,0,452,454,5,3,0,0,453,452,1,0,
        0,0,453,454,1,0,0,0,454,455,1,0,0,0,455,456,3,84,42,0,456,61,1,0,
        0,0,457,459,3,64,32,0,458,457,1,0,0,0,459,460,1,0,0,0,460,458,1,
        0,0,0,460,461,1,0,0,0,461,63,1,0,0,0,462,466,5,84,0,0,463,465,3,
        64,32,0,464,463,1,0,0,0,465,468,1,0,0,0,466,464,1,0,0,0,466,467,
        1,0,0,0,467,469,1,0,0,0,468,466,1,0,0,0,469,472,5,85,0,0,470,472,
        8,6,0,0,471,462,1,0,0,0,471,470,1,0,0,0,472,65,1,0,0,0,473,477,5,
        6,0,0,474,476,8,3,0,0,475,474,1,0,0,0,476,479,1,0,0,0,477,475,1,
        0,0,0,477,478,1,0,0,0,478,492,1,0,0,0,479,477,1,0,0,0,480,482,5,
        83,0,0,481,480,1,0,0,0,482,483,1,0,0,0,483,481,1,0,0,0,483,484,1,
        0,0,0,484,486,1,0,0,0,485,487,8,3,0,0,486,485,1,0,0,0,487,488,1,
        0,0,0,488,486,1,0,0,0,488,489,1,0,0,0,489,491,1,0,0,0,490,481,1,
        0,0,0,491,494,1,0,0,0,492,490,1,0,0,0,492,493,1,0,0,0,493,503,1,
        0,0,0,494,492,1,0,0,0,495,499,8,7,0,0,496,498,8,3,0,0,497,496,1,
        0,0,0,498,501,1,0,0,0,499,497,1,0,0,0,499,500,1,0,0,0,500,503,1,
        0,0,0,501,499,1,0,0,0,502,473,1,0,0,0,502,495,1,0,0,0,503,67,1,0,
        0,0,504,505,3,84,42,0,505,506,5,89,0,0,506,508,1,0,0,0,507,504,1,
        0,0,0,507,508,1,0,0,0,508,509,1,0,0,0,509,510,3,70,35,0,510,69,1,
        0,0,0,511,516,3,86,43,0,512,516,3,90,45,0,513,516,3,92,46,0,514,
        516,5,49,0,0,515,511,1,0,0,0,515,512,1,0,0,0,515,513,1,0,0,0,515,
        514,1,0,0,0,516,71,1,0,0,0,517,518,5,52,0,0,518,519,5,58,0,0,519,
        73,1,0,0,0,520,521,5,34,0,0,521,522,5,48,0,0,522,523,5,25,0,0,523,
        75,1,0,0,0,524,525,5,34,0,0,525,526,5,25,0,0,526,77,1,0,0,0,527,
        528,7,8,0,0,528,529,3,80,40,0,529,79,1,0,0,0,530,535,3,84,42,0,531,
        532,5,87,0,0,532,534,3,84,42,0,533,531,1,0,0,0,534,537,1,0,0,0,535,
        533,1,0,0,0,535,536,1,0,0,0,536,81,1,0,0,0,537,535,1,0,0,0,538,539,
        5,84,0,0,539,544,3,84,42,0,540,541,5,86,0,0,541,543,3,84,42,0,542,
        540,1,0,0,0,543,546,1,0,0,0,544,542,1,0,0,0,544,545,1,0,0,0,545,
        547,1,0,0,0,546,544,1,0,0,0,547,548,5,85,0,0,548,83,1,0,0,0,549,
        553,5,95,0,0,550,553,5,92,0,0,551,553,3,94,47,0,552,549,1,0,0,0,
        552,550,1,0,0,0,552,551,1,0,0,0,553,85,1,0,0,0,554,555,5,91,0,0,
        555,87,1,0,0,0,556,558,5,90,0,0,557,556,1,0,0,0,557,558,1,0,0,0,
        558,559,1,0,0,0,559,560,5,93,0,0,560,89,1,0,0,0,561,563,5,90,0,0,
        562,561,1,0,0,0,562,563,1,0,0,0,563,564,1,0,0,0,564,565,7,9,0,0,
        565,91,1,0,0,0,566,567,7,10,0,0,567,93,1,0,0,0,568,569,7,11,0,0,
        569,95,1,0,0,0,61,100,111,118,122,128,132,147,154,158,168,172,178,
        181,185,195,200,207,215,223,233,236,240,244,249,253,258,270,278,
        288,311,325,341,351,355,361,370,374,379,389,395,402,426,431,448,
        453,460,466,471,477,483,488,492,499,502,507,515,535,544,552,557,
        562
    ]

class StreamSqlParser ( Parser ):

    grammarFileName = "StreamSql.g4"

    atn = ATNDeserializer().deserialize(serializedATN())

    decisionsToDFA = [ DFA(ds, i) for i, ds in enumerate(atn.decisionToState) ]

    sharedContextCache = PredictionContextCache()

    literalNames = [ "<INVALID>", "'AFTER'", "'ALTER'", "'AS'", "'AT'",
                     "'AUTO'", "'BEGIN'", "'BY'", "'CALL'", "'CASCADE'",
                     "'CHANGE'", "'CLUSTER'", "'COMMENT'", "'CREATE'", "'CRON'",
                     "'DATA'", "'DAY'", "'DAYS'", "'DELETE'", "'DESC'",
                     "'DESCRIBE'", "'DIFFERENTIAL'", "'DOWNSTREAM'", "'DROP'",
                     "'EVERY'", "'EXISTS'", "'EXPLAIN'", "'FALSE'", "'FOR'",
                     "'FROM'", "'FULL'", "'HISTORY'", "'HOUR'", "'HOURS'",
                     "'IF'", "'IMMEDIATE'", "'IN'", "'INSERT'", "'LIKE'",
                     "'LIMIT'", "'LOCATION'", "'MINUTE'", "'MINUTES'", "'MODE'",
                     "'MOST'", "'NEW'", "'NO'", "'NONE'", "'NOT'", "'NULL'",
                     "'OLD'", "'ON'", "'OR'", "'PARTITIONED'", "'PERCENT'",
                     "'REFERENCING'", "'REFRESH'", "'RENAME'", "'REPLACE'",
                     "'RESUME'", "'SAMPLE'", "'SCHEDULE'", "'SECOND'", "'SECONDS'",
                     "'SET'", "'SHOW'", "'STREAM'", "'SUSPEND'", "'TABLE'",
                     "'TABLES'", "'TBLPROPERTIES'", "'TIME'", "'TO'", "'TRIGGER'",
                     "'TRIGGERS'", "'TRUE'", "'UPDATE'", "'UPSTREAM'", "'VERIFY'",
                     "'WHEN'", "'WITH'", "'WITHOUT'", "'ZONE'", "';'", "'('",
                     "')'", "','", "'.'", "'='", "'=>'", "'-'" ]

    symbolicNames = [ "<INVALID>", "AFTER", "ALTER", "AS", "AT", "AUTO",
                      "BEGIN", "BY", "CALL", "CASCADE", "CHANGE", "CLUSTER",
                      "COMMENT", "CREATE", "CRON", "DATA", "DAY", "DAYS",
                      "DELETE", "DESC", "DESCRIBE", "DIFFERENTIAL", "DOWNSTREAM",
                      "DROP", "EVERY", "EXISTS", "EXPLAIN", "FALSE", "FOR",
                      "FROM", "FULL", "HISTORY", "HOUR", "HOURS", "IF",
                      "IMMEDIATE", "IN", "INSERT", "LIKE", "LIMIT", "LOCATION",
                      "MINUTE", "MINUTES", "MODE", "MOST", "NEW", "NO",
                      "NONE", "NOT", "NULL", "OLD", "ON", "OR", "PARTITIONED",
                      "PERCENT", "REFERENCING", "REFRESH", "RENAME", "REPLACE",
                      "RESUME", "SAMPLE", "SCHEDULE", "SECOND", "SECONDS",
                      "SET", "SHOW", "STREAM", "SUSPEND", "TABLE", "TABLES",
                      "TBLPROPERTIES", "TIME", "TO", "TRIGGER", "TRIGGERS",
                      "TRUE", "UPDATE", "UPSTREAM", "VERIFY", "WHEN", "WITH",
                      "WITHOUT", "ZONE", "SEMICOLON", "LEFT_PAREN", "RIGHT_PAREN",
                      "COMMA", "DOT", "EQUALS", "ARROW", "MINUS", "STRING",
                      "BACKQUOTED_IDENTIFIER", "INTEGER", "DECIMAL", "IDENTIFIER",
                      "LINE_COMMENT", "BRACKETED_COMMENT", "SPACE", "UNCLOSED_QUOTE",
                      "ANY_CHARACTER" ]

    RULE_singleStatement = 0
    RULE_ownStatement = 1
    RULE_createStreamTable = 2
    RULE_columnList = 3
    RULE_column = 4
    RULE_clause = 5
    RULE_commentClause = 6
    RULE_partitionedByClause = 7
    RULE_clusterByClause = 8
    RULE_locationClause = 9
    RULE_propertiesClause = 10
    RULE_refreshModeClause = 11
    RULE_scheduleClause = 12
    RULE_dataClause = 13
    RULE_refreshMode = 14
    RULE_schedule = 15
    RULE_timeUnit = 16
    RULE_property = 17
    RULE_propertyKey = 18
    RULE_propertyValue = 19
    RULE_refreshStreamTable = 20
    RULE_refreshOption = 21
    RULE_withoutUpstream = 22
    RULE_alterStreamTable = 23
    RULE_alterAction = 24
    RULE_query = 25
    RULE_sample = 26
    RULE_event = 27
    RULE_onStreamTable = 28
    RULE_referencing = 29
    RULE_transitionTable = 30
    RULE_condition = 31
    RULE_conditionPart = 32
    RULE_triggerBody = 33
    RULE_argument = 34
    RULE_argumentValue = 35
    RULE_orReplace = 36
    RULE_ifNotExists = 37
    RULE_ifExists = 38
    RULE_inSchema = 39
    RULE_qualifiedName = 40
    RULE_identifierList = 41
    RULE_identifier = 42
    RULE_stringLiteral = 43
    RULE_wholeNumber = 44
    RULE_number = 45
    RULE_booleanLiteral = 46
    RULE_nonReserved = 47

    ruleNames =  [ "singleStatement", "ownStatement", "createStreamTable",
                   "columnList", "column", "clause", "commentClause", "partitionedByClause",
                   "clusterByClause", "locationClause", "propertiesClause",
                   "refreshModeClause", "scheduleClause", "dataClause",
                   "refreshMode", "schedule", "timeUnit", "property", "propertyKey",
                   "propertyValue", "refreshStreamTable", "refreshOption",
                   "withoutUpstream", "alterStreamTable", "alterAction",
                   "query", "sample", "event", "onStreamTable", "referencing",
                   "transitionTable", "condition", "conditionPart", "triggerBody",
                   "argument", "argumentValue", "orReplace", "ifNotExists",
                   "ifExists", "inSchema", "qualifiedName", "identifierList",
                   "identifier", "stringLiteral", "wholeNumber", "number",
                   "booleanLiteral", "nonReserved" ]

    EOF = Token.EOF
    AFTER=1
    ALTER=2
    AS=3
    AT=4
    AUTO=5
    BEGIN=6
    BY=7
    CALL=8
    CASCADE=9
    CHANGE=10
    CLUSTER=11
    COMMENT=12
    CREATE=13
    CRON=14
    DATA=15
    DAY=16
    DAYS=17
    DELETE=18
    DESC=19
    DESCRIBE=20
    DIFFERENTIAL=21
    DOWNSTREAM=22
    DROP=23
    EVERY=24
    EXISTS=25
    EXPLAIN=26
    FALSE=27
    FOR=28
    FROM=29
    FULL=30
    HISTORY=31
    HOUR=32
    HOURS=33
    IF=34
    IMMEDIATE=35
    IN=36
    INSERT=37
    LIKE=38
    LIMIT=39
    LOCATION=40
    MINUTE=41
    MINUTES=42
    MODE=43
    MOST=44
    NEW=45
    NO=46
    NONE=47
    NOT=48
    NULL=49
    OLD=50
    ON=51
    OR=52
    PARTITIONED=53
    PERCENT=54
    REFERENCING=55
    REFRESH=56
    RENAME=57
    REPLACE=58
    RESUME=59
    SAMPLE=60
    SCHEDULE=61
    SECOND=62
    SECONDS=63
    SET=64
    SHOW=65
    STREAM=66
    SUSPEND=67
    TABLE=68
    TABLES=69
    TBLPROPERTIES=70
    TIME=71
    TO=72
    TRIGGER=73
    TRIGGERS=74
    TRUE=75
    UPDATE=76
    UPSTREAM=77
    VERIFY=78
    WHEN=79
    WITH=80
    WITHOUT=81
    ZONE=82
    SEMICOLON=83
    LEFT_PAREN=84
    RIGHT_PAREN=85
    COMMA=86
    DOT=87
    EQUALS=88
    ARROW=89
    MINUS=90
    STRING=91
    BACKQUOTED_IDENTIFIER=92
    INTEGER=93
    DECIMAL=94
    IDENTIFIER=95
    LINE_COMMENT=96
    BRACKETED_COMMENT=97
    SPACE=98
    UNCLOSED_QUOTE=99
    ANY_CHARACTER=100

    def __init__(self, input:TokenStream, output:TextIO = sys.stdout):
        super().__init__(input, output)
        self.checkVersion("4.13.2")
        self._interp = ParserATNSimulator(self, self.atn, self.decisionsToDFA, self.sharedContextCache)
        self._predicates = None




    class SingleStatementContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def ownStatement(self):
            return self.getTypedRuleContext(StreamSqlParser.OwnStatementContext,0)


        def EOF(self):
            return self.getToken(StreamSqlParser.EOF, 0)

        def SEMICOLON(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.SEMICOLON)
            else:
                return self.getToken(StreamSqlParser.SEMICOLON, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_singleStatement

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSingleStatement" ):
                return visitor.visitSingleStatement(self)
            else:
                return visitor.visitChildren(self)




    def singleStatement(self):

        localctx = StreamSqlParser.SingleStatementContext(self, self._ctx, self.state)
        self.enterRule(localctx, 0, self.RULE_singleStatement)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 96
            self.ownStatement()
            self.state = 100
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==83:
                self.state = 97
                self.match(StreamSqlParser.SEMICOLON)
                self.state = 102
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 103
            self.match(StreamSqlParser.EOF)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OwnStatementContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser


        def getRuleIndex(self):
            return StreamSqlParser.RULE_ownStatement


        def copyFrom(self, ctx:ParserRuleContext):
            super().copyFrom(ctx)



    class DropContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def DROP(self):
            return self.getToken(StreamSqlParser.DROP, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def ifExists(self):
            return self.getTypedRuleContext(StreamSqlParser.IfExistsContext,0)

        def CASCADE(self):
            return self.getToken(StreamSqlParser.CASCADE, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDrop" ):
                return visitor.visitDrop(self)
            else:
                return visitor.visitChildren(self)


    class ExplainContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def EXPLAIN(self):
            return self.getToken(StreamSqlParser.EXPLAIN, 0)
        def createStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.CreateStreamTableContext,0)

        def refreshStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshStreamTableContext,0)

        def alterStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.AlterStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitExplain" ):
                return visitor.visitExplain(self)
            else:
                return visitor.visitChildren(self)


    class VerifyAllContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def VERIFY(self):
            return self.getToken(StreamSqlParser.VERIFY, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)
        def inSchema(self):
            return self.getTypedRuleContext(StreamSqlParser.InSchemaContext,0)

        def sample(self):
            return self.getTypedRuleContext(StreamSqlParser.SampleContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitVerifyAll" ):
                return visitor.visitVerifyAll(self)
            else:
                return visitor.visitChildren(self)


    class ShowCreateContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowCreate" ):
                return visitor.visitShowCreate(self)
            else:
                return visitor.visitChildren(self)


    class DescribeTableContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def DESCRIBE(self):
            return self.getToken(StreamSqlParser.DESCRIBE, 0)
        def DESC(self):
            return self.getToken(StreamSqlParser.DESC, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDescribeTable" ):
                return visitor.visitDescribeTable(self)
            else:
                return visitor.visitChildren(self)


    class CreateTriggerContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)
        def TRIGGER(self):
            return self.getToken(StreamSqlParser.TRIGGER, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def AFTER(self):
            return self.getToken(StreamSqlParser.AFTER, 0)
        def event(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.EventContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.EventContext,i)

        def onStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.OnStreamTableContext,0)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)
        def triggerBody(self):
            return self.getTypedRuleContext(StreamSqlParser.TriggerBodyContext,0)

        def orReplace(self):
            return self.getTypedRuleContext(StreamSqlParser.OrReplaceContext,0)

        def OR(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.OR)
            else:
                return self.getToken(StreamSqlParser.OR, i)
        def referencing(self):
            return self.getTypedRuleContext(StreamSqlParser.ReferencingContext,0)

        def WHEN(self):
            return self.getToken(StreamSqlParser.WHEN, 0)
        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)
        def condition(self):
            return self.getTypedRuleContext(StreamSqlParser.ConditionContext,0)

        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCreateTrigger" ):
                return visitor.visitCreateTrigger(self)
            else:
                return visitor.visitChildren(self)


    class RefreshContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def refreshStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefresh" ):
                return visitor.visitRefresh(self)
            else:
                return visitor.visitChildren(self)


    class DropTriggerContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def DROP(self):
            return self.getToken(StreamSqlParser.DROP, 0)
        def TRIGGER(self):
            return self.getToken(StreamSqlParser.TRIGGER, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def onStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.OnStreamTableContext,0)

        def ifExists(self):
            return self.getTypedRuleContext(StreamSqlParser.IfExistsContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDropTrigger" ):
                return visitor.visitDropTrigger(self)
            else:
                return visitor.visitChildren(self)


    class ShowTablesContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)
        def inSchema(self):
            return self.getTypedRuleContext(StreamSqlParser.InSchemaContext,0)

        def LIKE(self):
            return self.getToken(StreamSqlParser.LIKE, 0)
        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowTables" ):
                return visitor.visitShowTables(self)
            else:
                return visitor.visitChildren(self)


    class CallContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def CALL(self):
            return self.getToken(StreamSqlParser.CALL, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)
        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)
        def argument(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ArgumentContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ArgumentContext,i)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCall" ):
                return visitor.visitCall(self)
            else:
                return visitor.visitChildren(self)


    class ShowHistoryContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)
        def HISTORY(self):
            return self.getToken(StreamSqlParser.HISTORY, 0)
        def FOR(self):
            return self.getToken(StreamSqlParser.FOR, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def LIMIT(self):
            return self.getToken(StreamSqlParser.LIMIT, 0)
        def wholeNumber(self):
            return self.getTypedRuleContext(StreamSqlParser.WholeNumberContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowHistory" ):
                return visitor.visitShowHistory(self)
            else:
                return visitor.visitChildren(self)


    class RefreshAllContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)
        def inSchema(self):
            return self.getTypedRuleContext(StreamSqlParser.InSchemaContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshAll" ):
                return visitor.visitRefreshAll(self)
            else:
                return visitor.visitChildren(self)


    class ShowTriggersContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def TRIGGERS(self):
            return self.getToken(StreamSqlParser.TRIGGERS, 0)
        def onStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.OnStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowTriggers" ):
                return visitor.visitShowTriggers(self)
            else:
                return visitor.visitChildren(self)


    class CreateContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def createStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.CreateStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCreate" ):
                return visitor.visitCreate(self)
            else:
                return visitor.visitChildren(self)


    class VerifyContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def VERIFY(self):
            return self.getToken(StreamSqlParser.VERIFY, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.QualifiedNameContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,i)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)
        def sample(self):
            return self.getTypedRuleContext(StreamSqlParser.SampleContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitVerify" ):
                return visitor.visitVerify(self)
            else:
                return visitor.visitChildren(self)


    class AlterContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def alterStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.AlterStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitAlter" ):
                return visitor.visitAlter(self)
            else:
                return visitor.visitChildren(self)



    def ownStatement(self):

        localctx = StreamSqlParser.OwnStatementContext(self, self._ctx, self.state)
        self.enterRule(localctx, 2, self.RULE_ownStatement)
        self._la = 0 # Token type
        try:
            self.state = 240
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,21,self._ctx)
            if la_ == 1:
                localctx = StreamSqlParser.CreateContext(self, localctx)
                self.enterOuterAlt(localctx, 1)
                self.state = 105
                self.createStreamTable()
                pass

            elif la_ == 2:
                localctx = StreamSqlParser.RefreshContext(self, localctx)
                self.enterOuterAlt(localctx, 2)
                self.state = 106
                self.refreshStreamTable()
                pass

            elif la_ == 3:
                localctx = StreamSqlParser.RefreshAllContext(self, localctx)
                self.enterOuterAlt(localctx, 3)
                self.state = 107
                self.match(StreamSqlParser.REFRESH)
                self.state = 108
                self.match(StreamSqlParser.STREAM)
                self.state = 109
                self.match(StreamSqlParser.TABLES)
                self.state = 111
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==29 or _la==36:
                    self.state = 110
                    self.inSchema()


                pass

            elif la_ == 4:
                localctx = StreamSqlParser.AlterContext(self, localctx)
                self.enterOuterAlt(localctx, 4)
                self.state = 113
                self.alterStreamTable()
                pass

            elif la_ == 5:
                localctx = StreamSqlParser.DropContext(self, localctx)
                self.enterOuterAlt(localctx, 5)
                self.state = 114
                self.match(StreamSqlParser.DROP)
                self.state = 115
                self.match(StreamSqlParser.STREAM)
                self.state = 116
                self.match(StreamSqlParser.TABLE)
                self.state = 118
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,2,self._ctx)
                if la_ == 1:
                    self.state = 117
                    self.ifExists()


                self.state = 120
                self.qualifiedName()
                self.state = 122
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==9:
                    self.state = 121
                    self.match(StreamSqlParser.CASCADE)


                pass

            elif la_ == 6:
                localctx = StreamSqlParser.ShowTablesContext(self, localctx)
                self.enterOuterAlt(localctx, 6)
                self.state = 124
                self.match(StreamSqlParser.SHOW)
                self.state = 125
                self.match(StreamSqlParser.STREAM)
                self.state = 126
                self.match(StreamSqlParser.TABLES)
                self.state = 128
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==29 or _la==36:
                    self.state = 127
                    self.inSchema()


                self.state = 132
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==38:
                    self.state = 130
                    self.match(StreamSqlParser.LIKE)
                    self.state = 131
                    self.stringLiteral()


                pass

            elif la_ == 7:
                localctx = StreamSqlParser.DescribeTableContext(self, localctx)
                self.enterOuterAlt(localctx, 7)
                self.state = 134
                _la = self._input.LA(1)
                if not(_la==19 or _la==20):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 135
                self.match(StreamSqlParser.STREAM)
                self.state = 136
                self.match(StreamSqlParser.TABLE)
                self.state = 137
                self.qualifiedName()
                pass

            elif la_ == 8:
                localctx = StreamSqlParser.ShowCreateContext(self, localctx)
                self.enterOuterAlt(localctx, 8)
                self.state = 138
                self.match(StreamSqlParser.SHOW)
                self.state = 139
                self.match(StreamSqlParser.CREATE)
                self.state = 140
                self.match(StreamSqlParser.STREAM)
                self.state = 141
                self.match(StreamSqlParser.TABLE)
                self.state = 142
                self.qualifiedName()
                pass

            elif la_ == 9:
                localctx = StreamSqlParser.ExplainContext(self, localctx)
                self.enterOuterAlt(localctx, 9)
                self.state = 143
                self.match(StreamSqlParser.EXPLAIN)
                self.state = 147
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [13]:
                    self.state = 144
                    self.createStreamTable()
                    pass
                elif token in [56]:
                    self.state = 145
                    self.refreshStreamTable()
                    pass
                elif token in [2]:
                    self.state = 146
                    self.alterStreamTable()
                    pass
                else:
                    raise NoViableAltException(self)

                pass

            elif la_ == 10:
                localctx = StreamSqlParser.ShowHistoryContext(self, localctx)
                self.enterOuterAlt(localctx, 10)
                self.state = 149
                self.match(StreamSqlParser.SHOW)
                self.state = 150
                self.match(StreamSqlParser.REFRESH)
                self.state = 151
                self.match(StreamSqlParser.HISTORY)
                self.state = 154
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==28:
                    self.state = 152
                    self.match(StreamSqlParser.FOR)
                    self.state = 153
                    self.qualifiedName()


                self.state = 158
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==39:
                    self.state = 156
                    self.match(StreamSqlParser.LIMIT)
                    self.state = 157
                    self.wholeNumber()


                pass

            elif la_ == 11:
                localctx = StreamSqlParser.VerifyContext(self, localctx)
                self.enterOuterAlt(localctx, 11)
                self.state = 160
                self.match(StreamSqlParser.VERIFY)
                self.state = 161
                self.match(StreamSqlParser.STREAM)
                self.state = 162
                self.match(StreamSqlParser.TABLE)
                self.state = 163
                self.qualifiedName()
                self.state = 168
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==86:
                    self.state = 164
                    self.match(StreamSqlParser.COMMA)
                    self.state = 165
                    self.qualifiedName()
                    self.state = 170
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 172
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==60:
                    self.state = 171
                    self.sample()


                pass

            elif la_ == 12:
                localctx = StreamSqlParser.VerifyAllContext(self, localctx)
                self.enterOuterAlt(localctx, 12)
                self.state = 174
                self.match(StreamSqlParser.VERIFY)
                self.state = 175
                self.match(StreamSqlParser.STREAM)
                self.state = 176
                self.match(StreamSqlParser.TABLES)
                self.state = 178
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==29 or _la==36:
                    self.state = 177
                    self.inSchema()


                self.state = 181
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==60:
                    self.state = 180
                    self.sample()


                pass

            elif la_ == 13:
                localctx = StreamSqlParser.CreateTriggerContext(self, localctx)
                self.enterOuterAlt(localctx, 13)
                self.state = 183
                self.match(StreamSqlParser.CREATE)
                self.state = 185
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==52:
                    self.state = 184
                    self.orReplace()


                self.state = 187
                self.match(StreamSqlParser.TRIGGER)
                self.state = 188
                self.qualifiedName()
                self.state = 189
                self.match(StreamSqlParser.AFTER)
                self.state = 190
                self.event()
                self.state = 195
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==52:
                    self.state = 191
                    self.match(StreamSqlParser.OR)
                    self.state = 192
                    self.event()
                    self.state = 197
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 198
                self.onStreamTable()
                self.state = 200
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==55:
                    self.state = 199
                    self.referencing()


                self.state = 207
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==79:
                    self.state = 202
                    self.match(StreamSqlParser.WHEN)
                    self.state = 203
                    self.match(StreamSqlParser.LEFT_PAREN)
                    self.state = 204
                    self.condition()
                    self.state = 205
                    self.match(StreamSqlParser.RIGHT_PAREN)


                self.state = 209
                self.match(StreamSqlParser.AS)
                self.state = 210
                self.triggerBody()
                pass

            elif la_ == 14:
                localctx = StreamSqlParser.DropTriggerContext(self, localctx)
                self.enterOuterAlt(localctx, 14)
                self.state = 212
                self.match(StreamSqlParser.DROP)
                self.state = 213
                self.match(StreamSqlParser.TRIGGER)
                self.state = 215
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,17,self._ctx)
                if la_ == 1:
                    self.state = 214
                    self.ifExists()


                self.state = 217
                self.qualifiedName()
                self.state = 218
                self.onStreamTable()
                pass

            elif la_ == 15:
                localctx = StreamSqlParser.ShowTriggersContext(self, localctx)
                self.enterOuterAlt(localctx, 15)
                self.state = 220
                self.match(StreamSqlParser.SHOW)
                self.state = 221
                self.match(StreamSqlParser.TRIGGERS)
                self.state = 223
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==51:
                    self.state = 222
                    self.onStreamTable()


                pass

            elif la_ == 16:
                localctx = StreamSqlParser.CallContext(self, localctx)
                self.enterOuterAlt(localctx, 16)
                self.state = 225
                self.match(StreamSqlParser.CALL)
                self.state = 226
                self.qualifiedName()
                self.state = 227
                self.match(StreamSqlParser.LEFT_PAREN)
                self.state = 236
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 4228382719) != 0):
                    self.state = 228
                    self.argument()
                    self.state = 233
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==86:
                        self.state = 229
                        self.match(StreamSqlParser.COMMA)
                        self.state = 230
                        self.argument()
                        self.state = 235
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 238
                self.match(StreamSqlParser.RIGHT_PAREN)
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class CreateStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)

        def query(self):
            return self.getTypedRuleContext(StreamSqlParser.QueryContext,0)


        def orReplace(self):
            return self.getTypedRuleContext(StreamSqlParser.OrReplaceContext,0)


        def ifNotExists(self):
            return self.getTypedRuleContext(StreamSqlParser.IfNotExistsContext,0)


        def columnList(self):
            return self.getTypedRuleContext(StreamSqlParser.ColumnListContext,0)


        def clause(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ClauseContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ClauseContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_createStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCreateStreamTable" ):
                return visitor.visitCreateStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def createStreamTable(self):

        localctx = StreamSqlParser.CreateStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 4, self.RULE_createStreamTable)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 242
            self.match(StreamSqlParser.CREATE)
            self.state = 244
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==52:
                self.state = 243
                self.orReplace()


            self.state = 246
            self.match(StreamSqlParser.STREAM)
            self.state = 247
            self.match(StreamSqlParser.TABLE)
            self.state = 249
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,23,self._ctx)
            if la_ == 1:
                self.state = 248
                self.ifNotExists()


            self.state = 251
            self.qualifiedName()
            self.state = 253
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==84:
                self.state = 252
                self.columnList()


            self.state = 258
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 2386908902017996800) != 0) or _la==70 or _la==80:
                self.state = 255
                self.clause()
                self.state = 260
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 261
            self.match(StreamSqlParser.AS)
            self.state = 262
            self.query()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ColumnListContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def column(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ColumnContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ColumnContext,i)


        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_columnList

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitColumnList" ):
                return visitor.visitColumnList(self)
            else:
                return visitor.visitChildren(self)




    def columnList(self):

        localctx = StreamSqlParser.ColumnListContext(self, self._ctx, self.state)
        self.enterRule(localctx, 6, self.RULE_columnList)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 264
            self.match(StreamSqlParser.LEFT_PAREN)
            self.state = 265
            self.column()
            self.state = 270
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==86:
                self.state = 266
                self.match(StreamSqlParser.COMMA)
                self.state = 267
                self.column()
                self.state = 272
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 273
            self.match(StreamSqlParser.RIGHT_PAREN)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ColumnContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def identifier(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,0)


        def COMMENT(self):
            return self.getToken(StreamSqlParser.COMMENT, 0)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_column

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitColumn" ):
                return visitor.visitColumn(self)
            else:
                return visitor.visitChildren(self)




    def column(self):

        localctx = StreamSqlParser.ColumnContext(self, self._ctx, self.state)
        self.enterRule(localctx, 8, self.RULE_column)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 275
            self.identifier()
            self.state = 278
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==12:
                self.state = 276
                self.match(StreamSqlParser.COMMENT)
                self.state = 277
                self.stringLiteral()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def commentClause(self):
            return self.getTypedRuleContext(StreamSqlParser.CommentClauseContext,0)


        def partitionedByClause(self):
            return self.getTypedRuleContext(StreamSqlParser.PartitionedByClauseContext,0)


        def clusterByClause(self):
            return self.getTypedRuleContext(StreamSqlParser.ClusterByClauseContext,0)


        def locationClause(self):
            return self.getTypedRuleContext(StreamSqlParser.LocationClauseContext,0)


        def propertiesClause(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertiesClauseContext,0)


        def refreshModeClause(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshModeClauseContext,0)


        def scheduleClause(self):
            return self.getTypedRuleContext(StreamSqlParser.ScheduleClauseContext,0)


        def dataClause(self):
            return self.getTypedRuleContext(StreamSqlParser.DataClauseContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_clause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitClause" ):
                return visitor.visitClause(self)
            else:
                return visitor.visitChildren(self)




    def clause(self):

        localctx = StreamSqlParser.ClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 10, self.RULE_clause)
        try:
            self.state = 288
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [12]:
                self.enterOuterAlt(localctx, 1)
                self.state = 280
                self.commentClause()
                pass
            elif token in [53]:
                self.enterOuterAlt(localctx, 2)
                self.state = 281
                self.partitionedByClause()
                pass
            elif token in [11]:
                self.enterOuterAlt(localctx, 3)
                self.state = 282
                self.clusterByClause()
                pass
            elif token in [40]:
                self.enterOuterAlt(localctx, 4)
                self.state = 283
                self.locationClause()
                pass
            elif token in [70]:
                self.enterOuterAlt(localctx, 5)
                self.state = 284
                self.propertiesClause()
                pass
            elif token in [56]:
                self.enterOuterAlt(localctx, 6)
                self.state = 285
                self.refreshModeClause()
                pass
            elif token in [61]:
                self.enterOuterAlt(localctx, 7)
                self.state = 286
                self.scheduleClause()
                pass
            elif token in [80]:
                self.enterOuterAlt(localctx, 8)
                self.state = 287
                self.dataClause()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class CommentClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def COMMENT(self):
            return self.getToken(StreamSqlParser.COMMENT, 0)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_commentClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCommentClause" ):
                return visitor.visitCommentClause(self)
            else:
                return visitor.visitChildren(self)




    def commentClause(self):

        localctx = StreamSqlParser.CommentClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 12, self.RULE_commentClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 290
            self.match(StreamSqlParser.COMMENT)
            self.state = 291
            self.stringLiteral()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PartitionedByClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def PARTITIONED(self):
            return self.getToken(StreamSqlParser.PARTITIONED, 0)

        def BY(self):
            return self.getToken(StreamSqlParser.BY, 0)

        def identifierList(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierListContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_partitionedByClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPartitionedByClause" ):
                return visitor.visitPartitionedByClause(self)
            else:
                return visitor.visitChildren(self)




    def partitionedByClause(self):

        localctx = StreamSqlParser.PartitionedByClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 14, self.RULE_partitionedByClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 293
            self.match(StreamSqlParser.PARTITIONED)
            self.state = 294
            self.match(StreamSqlParser.BY)
            self.state = 295
            self.identifierList()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ClusterByClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def CLUSTER(self):
            return self.getToken(StreamSqlParser.CLUSTER, 0)

        def BY(self):
            return self.getToken(StreamSqlParser.BY, 0)

        def identifierList(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierListContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_clusterByClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitClusterByClause" ):
                return visitor.visitClusterByClause(self)
            else:
                return visitor.visitChildren(self)




    def clusterByClause(self):

        localctx = StreamSqlParser.ClusterByClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 16, self.RULE_clusterByClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 297
            self.match(StreamSqlParser.CLUSTER)
            self.state = 298
            self.match(StreamSqlParser.BY)
            self.state = 299
            self.identifierList()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class LocationClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LOCATION(self):
            return self.getToken(StreamSqlParser.LOCATION, 0)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_locationClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitLocationClause" ):
                return visitor.visitLocationClause(self)
            else:
                return visitor.visitChildren(self)




    def locationClause(self):

        localctx = StreamSqlParser.LocationClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 18, self.RULE_locationClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 301
            self.match(StreamSqlParser.LOCATION)
            self.state = 302
            self.stringLiteral()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertiesClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def TBLPROPERTIES(self):
            return self.getToken(StreamSqlParser.TBLPROPERTIES, 0)

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def property_(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.PropertyContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.PropertyContext,i)


        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_propertiesClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPropertiesClause" ):
                return visitor.visitPropertiesClause(self)
            else:
                return visitor.visitChildren(self)




    def propertiesClause(self):

        localctx = StreamSqlParser.PropertiesClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 20, self.RULE_propertiesClause)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 304
            self.match(StreamSqlParser.TBLPROPERTIES)
            self.state = 305
            self.match(StreamSqlParser.LEFT_PAREN)
            self.state = 306
            self.property_()
            self.state = 311
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==86:
                self.state = 307
                self.match(StreamSqlParser.COMMA)
                self.state = 308
                self.property_()
                self.state = 313
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 314
            self.match(StreamSqlParser.RIGHT_PAREN)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshModeClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)

        def MODE(self):
            return self.getToken(StreamSqlParser.MODE, 0)

        def refreshMode(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshModeContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshModeClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshModeClause" ):
                return visitor.visitRefreshModeClause(self)
            else:
                return visitor.visitChildren(self)




    def refreshModeClause(self):

        localctx = StreamSqlParser.RefreshModeClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 22, self.RULE_refreshModeClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 316
            self.match(StreamSqlParser.REFRESH)
            self.state = 317
            self.match(StreamSqlParser.MODE)
            self.state = 318
            self.refreshMode()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ScheduleClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SCHEDULE(self):
            return self.getToken(StreamSqlParser.SCHEDULE, 0)

        def schedule(self):
            return self.getTypedRuleContext(StreamSqlParser.ScheduleContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_scheduleClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitScheduleClause" ):
                return visitor.visitScheduleClause(self)
            else:
                return visitor.visitChildren(self)




    def scheduleClause(self):

        localctx = StreamSqlParser.ScheduleClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 24, self.RULE_scheduleClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 320
            self.match(StreamSqlParser.SCHEDULE)
            self.state = 321
            self.schedule()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class DataClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def WITH(self):
            return self.getToken(StreamSqlParser.WITH, 0)

        def DATA(self):
            return self.getToken(StreamSqlParser.DATA, 0)

        def NO(self):
            return self.getToken(StreamSqlParser.NO, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_dataClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDataClause" ):
                return visitor.visitDataClause(self)
            else:
                return visitor.visitChildren(self)




    def dataClause(self):

        localctx = StreamSqlParser.DataClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 26, self.RULE_dataClause)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 323
            self.match(StreamSqlParser.WITH)
            self.state = 325
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==46:
                self.state = 324
                self.match(StreamSqlParser.NO)


            self.state = 327
            self.match(StreamSqlParser.DATA)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshModeContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def AUTO(self):
            return self.getToken(StreamSqlParser.AUTO, 0)

        def DIFFERENTIAL(self):
            return self.getToken(StreamSqlParser.DIFFERENTIAL, 0)

        def FULL(self):
            return self.getToken(StreamSqlParser.FULL, 0)

        def IMMEDIATE(self):
            return self.getToken(StreamSqlParser.IMMEDIATE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshMode

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshMode" ):
                return visitor.visitRefreshMode(self)
            else:
                return visitor.visitChildren(self)




    def refreshMode(self):

        localctx = StreamSqlParser.RefreshModeContext(self, self._ctx, self.state)
        self.enterRule(localctx, 28, self.RULE_refreshMode)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 329
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 35435577376) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ScheduleContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser


        def getRuleIndex(self):
            return StreamSqlParser.RULE_schedule


        def copyFrom(self, ctx:ParserRuleContext):
            super().copyFrom(ctx)



    class CronContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.expression = None # StringLiteralContext
            self.zone = None # StringLiteralContext
            self.copyFrom(ctx)

        def CRON(self):
            return self.getToken(StreamSqlParser.CRON, 0)
        def stringLiteral(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.StringLiteralContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,i)

        def AT(self):
            return self.getToken(StreamSqlParser.AT, 0)
        def TIME(self):
            return self.getToken(StreamSqlParser.TIME, 0)
        def ZONE(self):
            return self.getToken(StreamSqlParser.ZONE, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCron" ):
                return visitor.visitCron(self)
            else:
                return visitor.visitChildren(self)


    class OnChangeContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def ON(self):
            return self.getToken(StreamSqlParser.ON, 0)
        def CHANGE(self):
            return self.getToken(StreamSqlParser.CHANGE, 0)
        def AT(self):
            return self.getToken(StreamSqlParser.AT, 0)
        def MOST(self):
            return self.getToken(StreamSqlParser.MOST, 0)
        def EVERY(self):
            return self.getToken(StreamSqlParser.EVERY, 0)
        def wholeNumber(self):
            return self.getTypedRuleContext(StreamSqlParser.WholeNumberContext,0)

        def timeUnit(self):
            return self.getTypedRuleContext(StreamSqlParser.TimeUnitContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitOnChange" ):
                return visitor.visitOnChange(self)
            else:
                return visitor.visitChildren(self)


    class DownstreamContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def DOWNSTREAM(self):
            return self.getToken(StreamSqlParser.DOWNSTREAM, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDownstream" ):
                return visitor.visitDownstream(self)
            else:
                return visitor.visitChildren(self)


    class NoneContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def NONE(self):
            return self.getToken(StreamSqlParser.NONE, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitNone" ):
                return visitor.visitNone(self)
            else:
                return visitor.visitChildren(self)


    class EveryContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def EVERY(self):
            return self.getToken(StreamSqlParser.EVERY, 0)
        def wholeNumber(self):
            return self.getTypedRuleContext(StreamSqlParser.WholeNumberContext,0)

        def timeUnit(self):
            return self.getTypedRuleContext(StreamSqlParser.TimeUnitContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitEvery" ):
                return visitor.visitEvery(self)
            else:
                return visitor.visitChildren(self)



    def schedule(self):

        localctx = StreamSqlParser.ScheduleContext(self, self._ctx, self.state)
        self.enterRule(localctx, 30, self.RULE_schedule)
        self._la = 0 # Token type
        try:
            self.state = 355
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [24]:
                localctx = StreamSqlParser.EveryContext(self, localctx)
                self.enterOuterAlt(localctx, 1)
                self.state = 331
                self.match(StreamSqlParser.EVERY)
                self.state = 332
                self.wholeNumber()
                self.state = 333
                self.timeUnit()
                pass
            elif token in [14]:
                localctx = StreamSqlParser.CronContext(self, localctx)
                self.enterOuterAlt(localctx, 2)
                self.state = 335
                self.match(StreamSqlParser.CRON)
                self.state = 336
                localctx.expression = self.stringLiteral()
                self.state = 341
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 337
                    self.match(StreamSqlParser.AT)
                    self.state = 338
                    self.match(StreamSqlParser.TIME)
                    self.state = 339
                    self.match(StreamSqlParser.ZONE)
                    self.state = 340
                    localctx.zone = self.stringLiteral()


                pass
            elif token in [51]:
                localctx = StreamSqlParser.OnChangeContext(self, localctx)
                self.enterOuterAlt(localctx, 3)
                self.state = 343
                self.match(StreamSqlParser.ON)
                self.state = 344
                self.match(StreamSqlParser.CHANGE)
                self.state = 351
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 345
                    self.match(StreamSqlParser.AT)
                    self.state = 346
                    self.match(StreamSqlParser.MOST)
                    self.state = 347
                    self.match(StreamSqlParser.EVERY)
                    self.state = 348
                    self.wholeNumber()
                    self.state = 349
                    self.timeUnit()


                pass
            elif token in [22]:
                localctx = StreamSqlParser.DownstreamContext(self, localctx)
                self.enterOuterAlt(localctx, 4)
                self.state = 353
                self.match(StreamSqlParser.DOWNSTREAM)
                pass
            elif token in [47]:
                localctx = StreamSqlParser.NoneContext(self, localctx)
                self.enterOuterAlt(localctx, 5)
                self.state = 354
                self.match(StreamSqlParser.NONE)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TimeUnitContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SECOND(self):
            return self.getToken(StreamSqlParser.SECOND, 0)

        def SECONDS(self):
            return self.getToken(StreamSqlParser.SECONDS, 0)

        def MINUTE(self):
            return self.getToken(StreamSqlParser.MINUTE, 0)

        def MINUTES(self):
            return self.getToken(StreamSqlParser.MINUTES, 0)

        def HOUR(self):
            return self.getToken(StreamSqlParser.HOUR, 0)

        def HOURS(self):
            return self.getToken(StreamSqlParser.HOURS, 0)

        def DAY(self):
            return self.getToken(StreamSqlParser.DAY, 0)

        def DAYS(self):
            return self.getToken(StreamSqlParser.DAYS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_timeUnit

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitTimeUnit" ):
                return visitor.visitTimeUnit(self)
            else:
                return visitor.visitChildren(self)




    def timeUnit(self):

        localctx = StreamSqlParser.TimeUnitContext(self, self._ctx, self.state)
        self.enterRule(localctx, 32, self.RULE_timeUnit)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 357
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & -4611679408472522752) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertyContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def propertyKey(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertyKeyContext,0)


        def propertyValue(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertyValueContext,0)


        def EQUALS(self):
            return self.getToken(StreamSqlParser.EQUALS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_property

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitProperty" ):
                return visitor.visitProperty(self)
            else:
                return visitor.visitChildren(self)




    def property_(self):

        localctx = StreamSqlParser.PropertyContext(self, self._ctx, self.state)
        self.enterRule(localctx, 34, self.RULE_property)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 359
            self.propertyKey()
            self.state = 361
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==88:
                self.state = 360
                self.match(StreamSqlParser.EQUALS)


            self.state = 363
            self.propertyValue()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertyKeyContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def identifier(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.IdentifierContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,i)


        def DOT(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.DOT)
            else:
                return self.getToken(StreamSqlParser.DOT, i)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_propertyKey

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPropertyKey" ):
                return visitor.visitPropertyKey(self)
            else:
                return visitor.visitChildren(self)




    def propertyKey(self):

        localctx = StreamSqlParser.PropertyKeyContext(self, self._ctx, self.state)
        self.enterRule(localctx, 36, self.RULE_propertyKey)
        self._la = 0 # Token type
        try:
            self.state = 374
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 92, 95]:
                self.enterOuterAlt(localctx, 1)
                self.state = 365
                self.identifier()
                self.state = 370
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==87:
                    self.state = 366
                    self.match(StreamSqlParser.DOT)
                    self.state = 367
                    self.identifier()
                    self.state = 372
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                pass
            elif token in [91]:
                self.enterOuterAlt(localctx, 2)
                self.state = 373
                self.stringLiteral()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertyValueContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def number(self):
            return self.getTypedRuleContext(StreamSqlParser.NumberContext,0)


        def booleanLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.BooleanLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_propertyValue

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPropertyValue" ):
                return visitor.visitPropertyValue(self)
            else:
                return visitor.visitChildren(self)




    def propertyValue(self):

        localctx = StreamSqlParser.PropertyValueContext(self, self._ctx, self.state)
        self.enterRule(localctx, 38, self.RULE_propertyValue)
        try:
            self.state = 379
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [91]:
                self.enterOuterAlt(localctx, 1)
                self.state = 376
                self.stringLiteral()
                pass
            elif token in [90, 93, 94]:
                self.enterOuterAlt(localctx, 2)
                self.state = 377
                self.number()
                pass
            elif token in [27, 75]:
                self.enterOuterAlt(localctx, 3)
                self.state = 378
                self.booleanLiteral()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.QualifiedNameContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,i)


        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def refreshOption(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.RefreshOptionContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.RefreshOptionContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshStreamTable" ):
                return visitor.visitRefreshStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def refreshStreamTable(self):

        localctx = StreamSqlParser.RefreshStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 40, self.RULE_refreshStreamTable)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 381
            self.match(StreamSqlParser.REFRESH)
            self.state = 382
            self.match(StreamSqlParser.STREAM)
            self.state = 383
            self.match(StreamSqlParser.TABLE)
            self.state = 384
            self.qualifiedName()
            self.state = 389
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==86:
                self.state = 385
                self.match(StreamSqlParser.COMMA)
                self.state = 386
                self.qualifiedName()
                self.state = 391
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 395
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 1075839488) != 0) or _la==81:
                self.state = 392
                self.refreshOption()
                self.state = 397
                self._errHandler.sync(self)
                _la = self._input.LA(1)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshOptionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def FULL(self):
            return self.getToken(StreamSqlParser.FULL, 0)

        def DIFFERENTIAL(self):
            return self.getToken(StreamSqlParser.DIFFERENTIAL, 0)

        def withoutUpstream(self):
            return self.getTypedRuleContext(StreamSqlParser.WithoutUpstreamContext,0)


        def CASCADE(self):
            return self.getToken(StreamSqlParser.CASCADE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshOption

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshOption" ):
                return visitor.visitRefreshOption(self)
            else:
                return visitor.visitChildren(self)




    def refreshOption(self):

        localctx = StreamSqlParser.RefreshOptionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 42, self.RULE_refreshOption)
        try:
            self.state = 402
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [30]:
                self.enterOuterAlt(localctx, 1)
                self.state = 398
                self.match(StreamSqlParser.FULL)
                pass
            elif token in [21]:
                self.enterOuterAlt(localctx, 2)
                self.state = 399
                self.match(StreamSqlParser.DIFFERENTIAL)
                pass
            elif token in [81]:
                self.enterOuterAlt(localctx, 3)
                self.state = 400
                self.withoutUpstream()
                pass
            elif token in [9]:
                self.enterOuterAlt(localctx, 4)
                self.state = 401
                self.match(StreamSqlParser.CASCADE)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class WithoutUpstreamContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def WITHOUT(self):
            return self.getToken(StreamSqlParser.WITHOUT, 0)

        def UPSTREAM(self):
            return self.getToken(StreamSqlParser.UPSTREAM, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_withoutUpstream

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitWithoutUpstream" ):
                return visitor.visitWithoutUpstream(self)
            else:
                return visitor.visitChildren(self)




    def withoutUpstream(self):

        localctx = StreamSqlParser.WithoutUpstreamContext(self, self._ctx, self.state)
        self.enterRule(localctx, 44, self.RULE_withoutUpstream)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 404
            self.match(StreamSqlParser.WITHOUT)
            self.state = 405
            self.match(StreamSqlParser.UPSTREAM)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class AlterStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def ALTER(self):
            return self.getToken(StreamSqlParser.ALTER, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def alterAction(self):
            return self.getTypedRuleContext(StreamSqlParser.AlterActionContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_alterStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitAlterStreamTable" ):
                return visitor.visitAlterStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def alterStreamTable(self):

        localctx = StreamSqlParser.AlterStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 46, self.RULE_alterStreamTable)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 407
            self.match(StreamSqlParser.ALTER)
            self.state = 408
            self.match(StreamSqlParser.STREAM)
            self.state = 409
            self.match(StreamSqlParser.TABLE)
            self.state = 410
            self.qualifiedName()
            self.state = 411
            self.alterAction()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class AlterActionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser


        def getRuleIndex(self):
            return StreamSqlParser.RULE_alterAction


        def copyFrom(self, ctx:ParserRuleContext):
            super().copyFrom(ctx)



    class SetScheduleContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)
        def scheduleClause(self):
            return self.getTypedRuleContext(StreamSqlParser.ScheduleClauseContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetSchedule" ):
                return visitor.visitSetSchedule(self)
            else:
                return visitor.visitChildren(self)


    class SuspendContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SUSPEND(self):
            return self.getToken(StreamSqlParser.SUSPEND, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSuspend" ):
                return visitor.visitSuspend(self)
            else:
                return visitor.visitChildren(self)


    class ResumeContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def RESUME(self):
            return self.getToken(StreamSqlParser.RESUME, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitResume" ):
                return visitor.visitResume(self)
            else:
                return visitor.visitChildren(self)


    class RenameToContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def RENAME(self):
            return self.getToken(StreamSqlParser.RENAME, 0)
        def TO(self):
            return self.getToken(StreamSqlParser.TO, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRenameTo" ):
                return visitor.visitRenameTo(self)
            else:
                return visitor.visitChildren(self)


    class SetRefreshModeContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)
        def refreshModeClause(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshModeClauseContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetRefreshMode" ):
                return visitor.visitSetRefreshMode(self)
            else:
                return visitor.visitChildren(self)


    class SetPropertiesContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)
        def propertiesClause(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertiesClauseContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetProperties" ):
                return visitor.visitSetProperties(self)
            else:
                return visitor.visitChildren(self)


    class SetQueryContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)
        def query(self):
            return self.getTypedRuleContext(StreamSqlParser.QueryContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetQuery" ):
                return visitor.visitSetQuery(self)
            else:
                return visitor.visitChildren(self)



    def alterAction(self):

        localctx = StreamSqlParser.AlterActionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 48, self.RULE_alterAction)
        try:
            self.state = 426
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,41,self._ctx)
            if la_ == 1:
                localctx = StreamSqlParser.SetRefreshModeContext(self, localctx)
                self.enterOuterAlt(localctx, 1)
                self.state = 413
                self.match(StreamSqlParser.SET)
                self.state = 414
                self.refreshModeClause()
                pass

            elif la_ == 2:
                localctx = StreamSqlParser.SetScheduleContext(self, localctx)
                self.enterOuterAlt(localctx, 2)
                self.state = 415
                self.match(StreamSqlParser.SET)
                self.state = 416
                self.scheduleClause()
                pass

            elif la_ == 3:
                localctx = StreamSqlParser.SetPropertiesContext(self, localctx)
                self.enterOuterAlt(localctx, 3)
                self.state = 417
                self.match(StreamSqlParser.SET)
                self.state = 418
                self.propertiesClause()
                pass

            elif la_ == 4:
                localctx = StreamSqlParser.SuspendContext(self, localctx)
                self.enterOuterAlt(localctx, 4)
                self.state = 419
                self.match(StreamSqlParser.SUSPEND)
                pass

            elif la_ == 5:
                localctx = StreamSqlParser.ResumeContext(self, localctx)
                self.enterOuterAlt(localctx, 5)
                self.state = 420
                self.match(StreamSqlParser.RESUME)
                pass

            elif la_ == 6:
                localctx = StreamSqlParser.RenameToContext(self, localctx)
                self.enterOuterAlt(localctx, 6)
                self.state = 421
                self.match(StreamSqlParser.RENAME)
                self.state = 422
                self.match(StreamSqlParser.TO)
                self.state = 423
                self.qualifiedName()
                pass

            elif la_ == 7:
                localctx = StreamSqlParser.SetQueryContext(self, localctx)
                self.enterOuterAlt(localctx, 7)
                self.state = 424
                self.match(StreamSqlParser.AS)
                self.state = 425
                self.query()
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class QueryContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SEMICOLON(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.SEMICOLON)
            else:
                return self.getToken(StreamSqlParser.SEMICOLON, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_query

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitQuery" ):
                return visitor.visitQuery(self)
            else:
                return visitor.visitChildren(self)




    def query(self):

        localctx = StreamSqlParser.QueryContext(self, self._ctx, self.state)
        self.enterRule(localctx, 50, self.RULE_query)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 429
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 428
                _la = self._input.LA(1)
                if _la <= 0 or _la==83:
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 431
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 137438429183) != 0)):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class SampleContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SAMPLE(self):
            return self.getToken(StreamSqlParser.SAMPLE, 0)

        def number(self):
            return self.getTypedRuleContext(StreamSqlParser.NumberContext,0)


        def PERCENT(self):
            return self.getToken(StreamSqlParser.PERCENT, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_sample

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSample" ):
                return visitor.visitSample(self)
            else:
                return visitor.visitChildren(self)




    def sample(self):

        localctx = StreamSqlParser.SampleContext(self, self._ctx, self.state)
        self.enterRule(localctx, 52, self.RULE_sample)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 433
            self.match(StreamSqlParser.SAMPLE)
            self.state = 434
            self.number()
            self.state = 435
            self.match(StreamSqlParser.PERCENT)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class EventContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INSERT(self):
            return self.getToken(StreamSqlParser.INSERT, 0)

        def UPDATE(self):
            return self.getToken(StreamSqlParser.UPDATE, 0)

        def DELETE(self):
            return self.getToken(StreamSqlParser.DELETE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_event

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitEvent" ):
                return visitor.visitEvent(self)
            else:
                return visitor.visitChildren(self)




    def event(self):

        localctx = StreamSqlParser.EventContext(self, self._ctx, self.state)
        self.enterRule(localctx, 54, self.RULE_event)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 437
            _la = self._input.LA(1)
            if not(((((_la - 18)) & ~0x3f) == 0 and ((1 << (_la - 18)) & 288230376152236033) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OnStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def ON(self):
            return self.getToken(StreamSqlParser.ON, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_onStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitOnStreamTable" ):
                return visitor.visitOnStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def onStreamTable(self):

        localctx = StreamSqlParser.OnStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 56, self.RULE_onStreamTable)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 439
            self.match(StreamSqlParser.ON)
            self.state = 440
            self.match(StreamSqlParser.STREAM)
            self.state = 441
            self.match(StreamSqlParser.TABLE)
            self.state = 442
            self.qualifiedName()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ReferencingContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def REFERENCING(self):
            return self.getToken(StreamSqlParser.REFERENCING, 0)

        def transitionTable(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.TransitionTableContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.TransitionTableContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_referencing

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitReferencing" ):
                return visitor.visitReferencing(self)
            else:
                return visitor.visitChildren(self)




    def referencing(self):

        localctx = StreamSqlParser.ReferencingContext(self, self._ctx, self.state)
        self.enterRule(localctx, 58, self.RULE_referencing)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 444
            self.match(StreamSqlParser.REFERENCING)
            self.state = 446
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 445
                self.transitionTable()
                self.state = 448
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==45 or _la==50):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TransitionTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def identifier(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,0)


        def OLD(self):
            return self.getToken(StreamSqlParser.OLD, 0)

        def NEW(self):
            return self.getToken(StreamSqlParser.NEW, 0)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_transitionTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitTransitionTable" ):
                return visitor.visitTransitionTable(self)
            else:
                return visitor.visitChildren(self)




    def transitionTable(self):

        localctx = StreamSqlParser.TransitionTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 60, self.RULE_transitionTable)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 450
            _la = self._input.LA(1)
            if not(_la==45 or _la==50):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 451
            self.match(StreamSqlParser.TABLE)
            self.state = 453
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,44,self._ctx)
            if la_ == 1:
                self.state = 452
                self.match(StreamSqlParser.AS)


            self.state = 455
            self.identifier()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ConditionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def conditionPart(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ConditionPartContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ConditionPartContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_condition

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCondition" ):
                return visitor.visitCondition(self)
            else:
                return visitor.visitChildren(self)




    def condition(self):

        localctx = StreamSqlParser.ConditionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 62, self.RULE_condition)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 458
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 457
                self.conditionPart()
                self.state = 460
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 137436332031) != 0)):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ConditionPartContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def conditionPart(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ConditionPartContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ConditionPartContext,i)


        def SEMICOLON(self):
            return self.getToken(StreamSqlParser.SEMICOLON, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_conditionPart

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitConditionPart" ):
                return visitor.visitConditionPart(self)
            else:
                return visitor.visitChildren(self)




    def conditionPart(self):

        localctx = StreamSqlParser.ConditionPartContext(self, self._ctx, self.state)
        self.enterRule(localctx, 64, self.RULE_conditionPart)
        self._la = 0 # Token type
        try:
            self.state = 471
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [84]:
                self.enterOuterAlt(localctx, 1)
                self.state = 462
                self.match(StreamSqlParser.LEFT_PAREN)
                self.state = 466
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 137436332031) != 0):
                    self.state = 463
                    self.conditionPart()
                    self.state = 468
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 469
                self.match(StreamSqlParser.RIGHT_PAREN)
                pass
            elif token in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100]:
                self.enterOuterAlt(localctx, 2)
                self.state = 470
                _la = self._input.LA(1)
                if _la <= 0 or ((((_la - 83)) & ~0x3f) == 0 and ((1 << (_la - 83)) & 7) != 0):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TriggerBodyContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def BEGIN(self):
            return self.getToken(StreamSqlParser.BEGIN, 0)

        def SEMICOLON(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.SEMICOLON)
            else:
                return self.getToken(StreamSqlParser.SEMICOLON, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_triggerBody

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitTriggerBody" ):
                return visitor.visitTriggerBody(self)
            else:
                return visitor.visitChildren(self)




    def triggerBody(self):

        localctx = StreamSqlParser.TriggerBodyContext(self, self._ctx, self.state)
        self.enterRule(localctx, 66, self.RULE_triggerBody)
        self._la = 0 # Token type
        try:
            self.state = 502
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [6]:
                self.enterOuterAlt(localctx, 1)
                self.state = 473
                self.match(StreamSqlParser.BEGIN)
                self.state = 477
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 137438429183) != 0):
                    self.state = 474
                    _la = self._input.LA(1)
                    if _la <= 0 or _la==83:
                        self._errHandler.recoverInline(self)
                    else:
                        self._errHandler.reportMatch(self)
                        self.consume()
                    self.state = 479
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 492
                self._errHandler.sync(self)
                _alt = self._interp.adaptivePredict(self._input,51,self._ctx)
                while _alt!=2 and _alt!=ATN.INVALID_ALT_NUMBER:
                    if _alt==1:
                        self.state = 481
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while True:
                            self.state = 480
                            self.match(StreamSqlParser.SEMICOLON)
                            self.state = 483
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)
                            if not (_la==83):
                                break

                        self.state = 486
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while True:
                            self.state = 485
                            _la = self._input.LA(1)
                            if _la <= 0 or _la==83:
                                self._errHandler.recoverInline(self)
                            else:
                                self._errHandler.reportMatch(self)
                                self.consume()
                            self.state = 488
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)
                            if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 137438429183) != 0)):
                                break

                    self.state = 494
                    self._errHandler.sync(self)
                    _alt = self._interp.adaptivePredict(self._input,51,self._ctx)

                pass
            elif token in [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100]:
                self.enterOuterAlt(localctx, 2)
                self.state = 495
                _la = self._input.LA(1)
                if _la <= 0 or _la==6 or _la==83:
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 499
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 137438429183) != 0):
                    self.state = 496
                    _la = self._input.LA(1)
                    if _la <= 0 or _la==83:
                        self._errHandler.recoverInline(self)
                    else:
                        self._errHandler.reportMatch(self)
                        self.consume()
                    self.state = 501
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ArgumentContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def argumentValue(self):
            return self.getTypedRuleContext(StreamSqlParser.ArgumentValueContext,0)


        def identifier(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,0)


        def ARROW(self):
            return self.getToken(StreamSqlParser.ARROW, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_argument

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitArgument" ):
                return visitor.visitArgument(self)
            else:
                return visitor.visitChildren(self)




    def argument(self):

        localctx = StreamSqlParser.ArgumentContext(self, self._ctx, self.state)
        self.enterRule(localctx, 68, self.RULE_argument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 507
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,54,self._ctx)
            if la_ == 1:
                self.state = 504
                self.identifier()
                self.state = 505
                self.match(StreamSqlParser.ARROW)


            self.state = 509
            self.argumentValue()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ArgumentValueContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def number(self):
            return self.getTypedRuleContext(StreamSqlParser.NumberContext,0)


        def booleanLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.BooleanLiteralContext,0)


        def NULL(self):
            return self.getToken(StreamSqlParser.NULL, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_argumentValue

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitArgumentValue" ):
                return visitor.visitArgumentValue(self)
            else:
                return visitor.visitChildren(self)




    def argumentValue(self):

        localctx = StreamSqlParser.ArgumentValueContext(self, self._ctx, self.state)
        self.enterRule(localctx, 70, self.RULE_argumentValue)
        try:
            self.state = 515
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [91]:
                self.enterOuterAlt(localctx, 1)
                self.state = 511
                self.stringLiteral()
                pass
            elif token in [90, 93, 94]:
                self.enterOuterAlt(localctx, 2)
                self.state = 512
                self.number()
                pass
            elif token in [27, 75]:
                self.enterOuterAlt(localctx, 3)
                self.state = 513
                self.booleanLiteral()
                pass
            elif token in [49]:
                self.enterOuterAlt(localctx, 4)
                self.state = 514
                self.match(StreamSqlParser.NULL)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OrReplaceContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def OR(self):
            return self.getToken(StreamSqlParser.OR, 0)

        def REPLACE(self):
            return self.getToken(StreamSqlParser.REPLACE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_orReplace

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitOrReplace" ):
                return visitor.visitOrReplace(self)
            else:
                return visitor.visitChildren(self)




    def orReplace(self):

        localctx = StreamSqlParser.OrReplaceContext(self, self._ctx, self.state)
        self.enterRule(localctx, 72, self.RULE_orReplace)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 517
            self.match(StreamSqlParser.OR)
            self.state = 518
            self.match(StreamSqlParser.REPLACE)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IfNotExistsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def IF(self):
            return self.getToken(StreamSqlParser.IF, 0)

        def NOT(self):
            return self.getToken(StreamSqlParser.NOT, 0)

        def EXISTS(self):
            return self.getToken(StreamSqlParser.EXISTS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_ifNotExists

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIfNotExists" ):
                return visitor.visitIfNotExists(self)
            else:
                return visitor.visitChildren(self)




    def ifNotExists(self):

        localctx = StreamSqlParser.IfNotExistsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 74, self.RULE_ifNotExists)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 520
            self.match(StreamSqlParser.IF)
            self.state = 521
            self.match(StreamSqlParser.NOT)
            self.state = 522
            self.match(StreamSqlParser.EXISTS)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IfExistsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def IF(self):
            return self.getToken(StreamSqlParser.IF, 0)

        def EXISTS(self):
            return self.getToken(StreamSqlParser.EXISTS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_ifExists

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIfExists" ):
                return visitor.visitIfExists(self)
            else:
                return visitor.visitChildren(self)




    def ifExists(self):

        localctx = StreamSqlParser.IfExistsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 76, self.RULE_ifExists)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 524
            self.match(StreamSqlParser.IF)
            self.state = 525
            self.match(StreamSqlParser.EXISTS)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class InSchemaContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def IN(self):
            return self.getToken(StreamSqlParser.IN, 0)

        def FROM(self):
            return self.getToken(StreamSqlParser.FROM, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_inSchema

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitInSchema" ):
                return visitor.visitInSchema(self)
            else:
                return visitor.visitChildren(self)




    def inSchema(self):

        localctx = StreamSqlParser.InSchemaContext(self, self._ctx, self.state)
        self.enterRule(localctx, 78, self.RULE_inSchema)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 527
            _la = self._input.LA(1)
            if not(_la==29 or _la==36):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 528
            self.qualifiedName()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class QualifiedNameContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def identifier(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.IdentifierContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,i)


        def DOT(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.DOT)
            else:
                return self.getToken(StreamSqlParser.DOT, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_qualifiedName

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitQualifiedName" ):
                return visitor.visitQualifiedName(self)
            else:
                return visitor.visitChildren(self)




    def qualifiedName(self):

        localctx = StreamSqlParser.QualifiedNameContext(self, self._ctx, self.state)
        self.enterRule(localctx, 80, self.RULE_qualifiedName)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 530
            self.identifier()
            self.state = 535
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==87:
                self.state = 531
                self.match(StreamSqlParser.DOT)
                self.state = 532
                self.identifier()
                self.state = 537
                self._errHandler.sync(self)
                _la = self._input.LA(1)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IdentifierListContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def identifier(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.IdentifierContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,i)


        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_identifierList

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIdentifierList" ):
                return visitor.visitIdentifierList(self)
            else:
                return visitor.visitChildren(self)




    def identifierList(self):

        localctx = StreamSqlParser.IdentifierListContext(self, self._ctx, self.state)
        self.enterRule(localctx, 82, self.RULE_identifierList)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 538
            self.match(StreamSqlParser.LEFT_PAREN)
            self.state = 539
            self.identifier()
            self.state = 544
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==86:
                self.state = 540
                self.match(StreamSqlParser.COMMA)
                self.state = 541
                self.identifier()
                self.state = 546
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 547
            self.match(StreamSqlParser.RIGHT_PAREN)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IdentifierContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def IDENTIFIER(self):
            return self.getToken(StreamSqlParser.IDENTIFIER, 0)

        def BACKQUOTED_IDENTIFIER(self):
            return self.getToken(StreamSqlParser.BACKQUOTED_IDENTIFIER, 0)

        def nonReserved(self):
            return self.getTypedRuleContext(StreamSqlParser.NonReservedContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_identifier

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIdentifier" ):
                return visitor.visitIdentifier(self)
            else:
                return visitor.visitChildren(self)




    def identifier(self):

        localctx = StreamSqlParser.IdentifierContext(self, self._ctx, self.state)
        self.enterRule(localctx, 84, self.RULE_identifier)
        try:
            self.state = 552
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [95]:
                self.enterOuterAlt(localctx, 1)
                self.state = 549
                self.match(StreamSqlParser.IDENTIFIER)
                pass
            elif token in [92]:
                self.enterOuterAlt(localctx, 2)
                self.state = 550
                self.match(StreamSqlParser.BACKQUOTED_IDENTIFIER)
                pass
            elif token in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82]:
                self.enterOuterAlt(localctx, 3)
                self.state = 551
                self.nonReserved()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class StringLiteralContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def STRING(self):
            return self.getToken(StreamSqlParser.STRING, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_stringLiteral

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitStringLiteral" ):
                return visitor.visitStringLiteral(self)
            else:
                return visitor.visitChildren(self)




    def stringLiteral(self):

        localctx = StreamSqlParser.StringLiteralContext(self, self._ctx, self.state)
        self.enterRule(localctx, 86, self.RULE_stringLiteral)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 554
            self.match(StreamSqlParser.STRING)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class WholeNumberContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INTEGER(self):
            return self.getToken(StreamSqlParser.INTEGER, 0)

        def MINUS(self):
            return self.getToken(StreamSqlParser.MINUS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_wholeNumber

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitWholeNumber" ):
                return visitor.visitWholeNumber(self)
            else:
                return visitor.visitChildren(self)




    def wholeNumber(self):

        localctx = StreamSqlParser.WholeNumberContext(self, self._ctx, self.state)
        self.enterRule(localctx, 88, self.RULE_wholeNumber)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 557
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==90:
                self.state = 556
                self.match(StreamSqlParser.MINUS)


            self.state = 559
            self.match(StreamSqlParser.INTEGER)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class NumberContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INTEGER(self):
            return self.getToken(StreamSqlParser.INTEGER, 0)

        def DECIMAL(self):
            return self.getToken(StreamSqlParser.DECIMAL, 0)

        def MINUS(self):
            return self.getToken(StreamSqlParser.MINUS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_number

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitNumber" ):
                return visitor.visitNumber(self)
            else:
                return visitor.visitChildren(self)




    def number(self):

        localctx = StreamSqlParser.NumberContext(self, self._ctx, self.state)
        self.enterRule(localctx, 90, self.RULE_number)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 562
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==90:
                self.state = 561
                self.match(StreamSqlParser.MINUS)


            self.state = 564
            _la = self._input.LA(1)
            if not(_la==93 or _la==94):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class BooleanLiteralContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def TRUE(self):
            return self.getToken(StreamSqlParser.TRUE, 0)

        def FALSE(self):
            return self.getToken(StreamSqlParser.FALSE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_booleanLiteral

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitBooleanLiteral" ):
                return visitor.visitBooleanLiteral(self)
            else:
                return visitor.visitChildren(self)




    def booleanLiteral(self):

        localctx = StreamSqlParser.BooleanLiteralContext(self, self._ctx, self.state)
        self.enterRule(localctx, 92, self.RULE_booleanLiteral)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 566
            _la = self._input.LA(1)
            if not(_la==27 or _la==75):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class NonReservedContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def AFTER(self):
            return self.getToken(StreamSqlParser.AFTER, 0)

        def ALTER(self):
            return self.getToken(StreamSqlParser.ALTER, 0)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)

        def AT(self):
            return self.getToken(StreamSqlParser.AT, 0)

        def AUTO(self):
            return self.getToken(StreamSqlParser.AUTO, 0)

        def BEGIN(self):
            return self.getToken(StreamSqlParser.BEGIN, 0)

        def BY(self):
            return self.getToken(StreamSqlParser.BY, 0)

        def CALL(self):
            return self.getToken(StreamSqlParser.CALL, 0)

        def CASCADE(self):
            return self.getToken(StreamSqlParser.CASCADE, 0)

        def CHANGE(self):
            return self.getToken(StreamSqlParser.CHANGE, 0)

        def CLUSTER(self):
            return self.getToken(StreamSqlParser.CLUSTER, 0)

        def COMMENT(self):
            return self.getToken(StreamSqlParser.COMMENT, 0)

        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)

        def CRON(self):
            return self.getToken(StreamSqlParser.CRON, 0)

        def DATA(self):
            return self.getToken(StreamSqlParser.DATA, 0)

        def DAY(self):
            return self.getToken(StreamSqlParser.DAY, 0)

        def DAYS(self):
            return self.getToken(StreamSqlParser.DAYS, 0)

        def DELETE(self):
            return self.getToken(StreamSqlParser.DELETE, 0)

        def DESC(self):
            return self.getToken(StreamSqlParser.DESC, 0)

        def DESCRIBE(self):
            return self.getToken(StreamSqlParser.DESCRIBE, 0)

        def DIFFERENTIAL(self):
            return self.getToken(StreamSqlParser.DIFFERENTIAL, 0)

        def DOWNSTREAM(self):
            return self.getToken(StreamSqlParser.DOWNSTREAM, 0)

        def DROP(self):
            return self.getToken(StreamSqlParser.DROP, 0)

        def EVERY(self):
            return self.getToken(StreamSqlParser.EVERY, 0)

        def EXISTS(self):
            return self.getToken(StreamSqlParser.EXISTS, 0)

        def EXPLAIN(self):
            return self.getToken(StreamSqlParser.EXPLAIN, 0)

        def FALSE(self):
            return self.getToken(StreamSqlParser.FALSE, 0)

        def FOR(self):
            return self.getToken(StreamSqlParser.FOR, 0)

        def FROM(self):
            return self.getToken(StreamSqlParser.FROM, 0)

        def FULL(self):
            return self.getToken(StreamSqlParser.FULL, 0)

        def HISTORY(self):
            return self.getToken(StreamSqlParser.HISTORY, 0)

        def HOUR(self):
            return self.getToken(StreamSqlParser.HOUR, 0)

        def HOURS(self):
            return self.getToken(StreamSqlParser.HOURS, 0)

        def IF(self):
            return self.getToken(StreamSqlParser.IF, 0)

        def IMMEDIATE(self):
            return self.getToken(StreamSqlParser.IMMEDIATE, 0)

        def IN(self):
            return self.getToken(StreamSqlParser.IN, 0)

        def INSERT(self):
            return self.getToken(StreamSqlParser.INSERT, 0)

        def LIKE(self):
            return self.getToken(StreamSqlParser.LIKE, 0)

        def LIMIT(self):
            return self.getToken(StreamSqlParser.LIMIT, 0)

        def LOCATION(self):
            return self.getToken(StreamSqlParser.LOCATION, 0)

        def MINUTE(self):
            return self.getToken(StreamSqlParser.MINUTE, 0)

        def MINUTES(self):
            return self.getToken(StreamSqlParser.MINUTES, 0)

        def MODE(self):
            return self.getToken(StreamSqlParser.MODE, 0)

        def MOST(self):
            return self.getToken(StreamSqlParser.MOST, 0)

        def NEW(self):
            return self.getToken(StreamSqlParser.NEW, 0)

        def NO(self):
            return self.getToken(StreamSqlParser.NO, 0)

        def NONE(self):
            return self.getToken(StreamSqlParser.NONE, 0)

        def NOT(self):
            return self.getToken(StreamSqlParser.NOT, 0)

        def NULL(self):
            return self.getToken(StreamSqlParser.NULL, 0)

        def OLD(self):
            return self.getToken(StreamSqlParser.OLD, 0)

        def ON(self):
            return self.getToken(StreamSqlParser.ON, 0)

        def OR(self):
            return self.getToken(StreamSqlParser.OR, 0)

        def PARTITIONED(self):
            return self.getToken(StreamSqlParser.PARTITIONED, 0)

        def PERCENT(self):
            return self.getToken(StreamSqlParser.PERCENT, 0)

        def REFERENCING(self):
            return self.getToken(StreamSqlParser.REFERENCING, 0)

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)

        def RENAME(self):
            return self.getToken(StreamSqlParser.RENAME, 0)

        def REPLACE(self):
            return self.getToken(StreamSqlParser.REPLACE, 0)

        def RESUME(self):
            return self.getToken(StreamSqlParser.RESUME, 0)

        def SAMPLE(self):
            return self.getToken(StreamSqlParser.SAMPLE, 0)

        def SCHEDULE(self):
            return self.getToken(StreamSqlParser.SCHEDULE, 0)

        def SECOND(self):
            return self.getToken(StreamSqlParser.SECOND, 0)

        def SECONDS(self):
            return self.getToken(StreamSqlParser.SECONDS, 0)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def SUSPEND(self):
            return self.getToken(StreamSqlParser.SUSPEND, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)

        def TBLPROPERTIES(self):
            return self.getToken(StreamSqlParser.TBLPROPERTIES, 0)

        def TIME(self):
            return self.getToken(StreamSqlParser.TIME, 0)

        def TO(self):
            return self.getToken(StreamSqlParser.TO, 0)

        def TRIGGER(self):
            return self.getToken(StreamSqlParser.TRIGGER, 0)

        def TRIGGERS(self):
            return self.getToken(StreamSqlParser.TRIGGERS, 0)

        def TRUE(self):
            return self.getToken(StreamSqlParser.TRUE, 0)

        def UPDATE(self):
            return self.getToken(StreamSqlParser.UPDATE, 0)

        def UPSTREAM(self):
            return self.getToken(StreamSqlParser.UPSTREAM, 0)

        def VERIFY(self):
            return self.getToken(StreamSqlParser.VERIFY, 0)

        def WHEN(self):
            return self.getToken(StreamSqlParser.WHEN, 0)

        def WITH(self):
            return self.getToken(StreamSqlParser.WITH, 0)

        def WITHOUT(self):
            return self.getToken(StreamSqlParser.WITHOUT, 0)

        def ZONE(self):
            return self.getToken(StreamSqlParser.ZONE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_nonReserved

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitNonReserved" ):
                return visitor.visitNonReserved(self)
            else:
                return visitor.visitChildren(self)




    def nonReserved(self):

        localctx = StreamSqlParser.NonReservedContext(self, self._ctx, self.state)
        self.enterRule(localctx, 94, self.RULE_nonReserved)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 568
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 524287) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx
